import type { EditOperation } from '#lib/bots/editing/operation.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { type GeneratedBot, generatedBot, noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { patch, post } from './requests.ts';

/* Bots that the fixtures in test/endpoints are about. */

/** Large enough to be split into several items. */
const LARGE_BYTES = 400_000;
export const largeBot = (seed: number): GeneratedBot => noiseBot(LARGE_BYTES, '6', seed);

/** About the size of a bot in use: 9 KB compressed. The tables of costs are about this one. */
const TYPICAL_BYTES = 27_500;
export function typicalBot(seed = 1, firstBlocks: JsonObject[] = []): GeneratedBot {
  const bot = generatedBot(TYPICAL_BYTES, '6', seed);
  const [first, ...groups] = bot.groups;
  return { ...bot, groups: [{ ...first, blocks: firstBlocks }, ...groups] };
}

export const linkingBot = (typebotId = 'other', more: object = {}) =>
  chatBot([{ id: 'g', blocks: [{ id: 'link', type: 'Typebot link', options: { typebotId, ...more } }] }]);

export const fileBot = () =>
  chatBot([{ id: 'g', blocks: [{ id: 'file', type: 'file input', options: {} }] }]);

/** Imports a bot and returns its id. */
export async function createDraft(api: Api, document: JsonObject = v6Document()): Promise<string> {
  return (await importBot(api, document)).id;
}

export async function createPublishedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await createDraft(api, document);
  await publishBot(api, id);
  return id;
}

/** Creates a published bot whose draft has changed since. */
export async function createChangedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await createPublishedBot(api, document);
  await patchBot(api, id, { theme: { general: { font: 'Changed' } } });
  return id;
}

export async function createArchivedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await createPublishedBot(api, document);
  await archiveBot(api, id);
  return id;
}

export const toImport = (api: Api, bot: JsonObject, fields: object = {}): ApiRequest =>
  post('/v1/bots/import', { workspaceId: api.workspaceId, bot, ...fields });

export const toPatch = (botId: string, bot: object): ApiRequest => patch(`/v1/bots/${botId}`, { bot });

export const toEdit = (
  botId: string,
  operations: readonly EditOperation[],
  fields: object = {},
): ApiRequest => post(`/v1/bots/${botId}/edits`, { operations, ...fields });
