import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EXAMPLES } from '#apps/reference/examples.ts';
import { endpoints } from '#functions/endpoints.ts';
import { botPatch, importableDocument } from '#lib/bots/document/bot-schema.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, text } from '#test/fixtures/chat-bots.ts';
import { brokenText, HOSTILE_TEXTS, hostileText } from '#test/fixtures/hostile-text.ts';
import { getBot, importBot, patchBot, publishBot, sendImport } from '#test/support/bot-client.ts';
import {
  type ChatTurn,
  continueChat,
  publishedBot,
  reply,
  startChat,
  startedChat,
} from '#test/support/chat-client.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectToHold } from '#test/support/owned-content.ts';

const LONE = 'half \ud83d';

describe('Contracts', () => {
  /** Schemas of values stored as compressed JSON, which can contain any text. */
  const LOSSLESS = new Set<unknown>([importableDocument, botPatch()]);

  /** Returns the paths of strings in a request body that accept lone surrogates. */
  function looseTexts(schema: z.ZodType, path: string): string[] {
    if (LOSSLESS.has(schema)) return [];
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
      return looseTexts(schema.unwrap() as z.ZodType, path);
    }
    if (schema instanceof z.ZodObject) {
      return Object.entries(schema.shape).flatMap(([key, inner]) =>
        looseTexts(inner as z.ZodType, `${path}.${key}`),
      );
    }
    if (schema instanceof z.ZodArray) return looseTexts(schema.element as z.ZodType, `${path}[]`);
    if (schema instanceof z.ZodUnion) {
      return (schema.options as z.ZodType[]).flatMap((option) => looseTexts(option, path));
    }
    if (schema instanceof z.ZodRecord) {
      const { keyType, valueType } = schema as unknown as { keyType: z.ZodType; valueType: z.ZodType };
      return [keyType, valueType].flatMap((inner) => looseTexts(inner, `${path}{}`));
    }
    return schema.safeParse(LONE).success ? [path] : [];
  }

  it.each(endpoints.filter(({ request }) => request.body).map(({ id, request }) => [id, request] as const))(
    '%s rejects lone surrogates outside a document',
    (id, { body }) => {
      // Log entries are stored as compressed JSON, too. The ids in linkedBots are those of the document, which can
      // contain any text; they are looked up and not stored.
      const kept = looseTexts(body as z.ZodType, 'body').filter(
        (path) => path !== 'body.linkedBots{}' && !/\.(clientLogs|logs)(\[\])?(\.|$)/.test(path),
      );
      expect(kept, id).toEqual([]);
    },
  );
});

/** Path and query of a request must fit together into the 16 KB that Node accepts. */
const MAX_ENCODED_CHARS = 12_000;

type Path = (string | number)[];

/** Returns the paths of the strings in a request. */
function textPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

function withText(value: unknown, [key, ...rest]: Path, replacement: string): unknown {
  if (key === undefined) return replacement;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
  const container = copy as Record<string | number, unknown>;
  container[key] = withText(container[key], rest, replacement);
  return copy;
}

describeApi('Hostile text', (api) => {
  /** Creates the entities that the examples refer to. */
  async function world() {
    const { id, publicId } = await publishedBot(api, contactBot());
    const { sessionId, resultId } = await startedChat(api, publicId);
    await reply(api, sessionId, 'Ada');
    return { botId: id, publicId, sessionId, resultId: resultId ?? '' };
  }

  const exampleIds = {
    botId: EXAMPLES['get-bot']?.params?.botId ?? '',
    workspaceId: EXAMPLES['list-bots']?.query?.workspaceId ?? '',
    sessionId: EXAMPLES['submit-client-logs']?.params?.sessionId ?? '',
    resultId: EXAMPLES['get-result']?.params?.resultId ?? '',
  };

  // Two thousand requests. What becomes of a text is decided in code that bundles share with the other targets; the tests
  // below show that bundling leaves it as it is.
  describe.runIf(api.canReachStore && api.target !== 'assets')('anywhere in a request', () => {
    it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
      '%s never responds with 5xx',
      async (id, { method, path, api: address, auth, request: parts }) => {
        const { botId, publicId, sessionId, resultId } = await world();
        const here: Record<string, string> = {
          [exampleIds.botId]: botId,
          [exampleIds.workspaceId]: api.workspaceId,
          [exampleIds.sessionId]: sessionId,
          [exampleIds.resultId]: resultId,
        };
        const { params = {}, query = {}, headers = {}, body } = EXAMPLES[id] ?? {};
        const example: JsonObject = JSON.parse(
          JSON.stringify({ params, query, headers, body }),
          (_, value) => (typeof value === 'string' ? (here[value] ?? value) : value),
        );
        if (id === 'start-chat') example.params = { bot: publicId };
        const token = auth === 'bearer' ? await api.tokenFor('admin') : null;

        const send = async (sent: JsonObject): Promise<ApiResponse> =>
          await api.request({
            api: address,
            method,
            path: path.replace(/\{(\w+)\}/g, (_, name) => encoded((sent.params as JsonObject)[name])),
            query: sent.query as Record<string, string>,
            headers: sent.headers as Record<string, string>,
            token,
            ...(parts.body && sent.body !== undefined && { body: sent.body }),
          });
        const places = textPaths(example).filter(([part]) => part !== 'headers');
        if (places.length === 0) return;
        // An empty id results in a different path, and a request line that is too long never reaches a
        // function.
        const isSendable = ([part]: Path, value: string) =>
          part === 'body' ||
          (encoded(value).length < MAX_ENCODED_CHARS && (part === 'query' || value !== ''));
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...places), hostileText, async (place, value) => {
            fc.pre(isSendable(place, value));
            const response = await send(withText(example, place, value) as JsonObject);
            expect([place, response.status, response.text.slice(0, 200)]).toEqual([
              place,
              expect.toSatisfy((status: number) => status < 500),
              expect.anything(),
            ]);
          }),
          { numRuns: 40 },
        );
      },
      120_000,
    );
  });

  describe('an id longer than a key', () => {
    it.each([255, 256, 2_038, 2_039, 2_048, 5_000])(
      'with %i characters does not start a chat',
      async (length) => {
        expect(await startChat(api, 'a'.repeat(length))).toMatchObject({ status: 404 });
      },
    );
  });

  describe('names', () => {
    const getName = async (name: string) =>
      api.request({
        method: 'POST',
        path: '/v1/workspaces',
        token: await api.tokenFor('admin'),
        body: { name },
      });

    it.runIf(api.canReachStore).each([
      ['POST', '/v1/workspaces'],
      ['PATCH', '/v1/workspaces/{w}'],
      ['POST', '/v1/workspaces/{w}/tokens'],
    ])('%s %s rejects a lone surrogate', async (method, path) => {
      const response = await api.request({
        method,
        path: path.replace('{w}', api.workspaceId),
        token: await api.tokenFor('admin'),
        body: { name: LONE, ...(path.endsWith('tokens') && { role: 'viewer' }) },
      });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
    });

    it.runIf(api.canReachStore)('are returned unchanged if accepted', async () => {
      for (const name of HOSTILE_TEXTS) {
        const response = await getName(name);
        if (response.status === 400) continue;
        expect(response).toMatchObject({ status: 200, body: { workspace: { name: name.trim() } } });
      }
    });
  });

  describe('a reply', () => {
    const bot = () => chatBot([{ id: 'g', blocks: [ask('first'), ask('second')] }]);

    it.each<[string, unknown, string]>([
      ['a bare text', LONE, 'message'],
      ['a text', { type: 'text', text: LONE }, 'message.text'],
      ['a replyId', { type: 'text', text: 'Hi', metadata: { replyId: LONE } }, 'message.metadata.replyId'],
      [
        'a file',
        { type: 'text', text: 'Hi', attachedFileUrls: ['https://a.example/b', LONE] },
        'message.attachedFileUrls[1]',
      ],
      ['a recording', { type: 'audio', url: LONE }, 'message.url'],
      ['a command', { type: 'command', command: LONE }, 'message.command'],
    ])('is rejected before the flow continues for %s with a lone surrogate', async (_, message, path) => {
      const { publicId } = await publishedBot(api, bot());
      const { sessionId } = await startedChat(api, publicId);
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await continueChat(api, sessionId, { message })).toMatchObject({
          status: 400,
          body: { issues: [{ path }] },
        });
      }
      expect((await reply(api, sessionId, 'Hi')).input).toMatchObject({ id: 'second' });
    });

    it('is stored unchanged if accepted', async () => {
      const { id, publicId } = await publishedBot(api, bot());
      for (const said of HOSTILE_TEXTS) {
        const { sessionId, resultId } = await startedChat(api, publicId);
        const response = await continueChat(api, sessionId, { message: { type: 'text', text: said } });
        if (response.status === 400) continue;
        expect(response, response.text).toMatchObject({ status: 200 });
        if ((response.body as ChatTurn).input?.id === 'first') continue;
        const result = await api.request({ method: 'GET', path: `/v1/bots/${id}/results/${resultId}` });
        expect(result).toMatchObject({ status: 200, body: { result: { answers: [{ content: said }] } } });
      }
    });

    it("is rejected, without side effects, if the bot's ids exceed the item size", async () => {
      const long = '字'.repeat(30_000);
      const blocks = [ask('first', { variableId: 'v' }), ask('second')];
      const { publicId } = await publishedBot(
        api,
        chatBot([{ id: long, blocks }], { variables: [{ id: 'v', name: 'V' }] }),
      );
      const { sessionId } = await startedChat(api, publicId);
      expect(await continueChat(api, sessionId, { message: 'Hi' })).toMatchObject({
        status: 413,
        body: { limitBytes: 65_536, actualBytes: 90_006 },
      });
    });
  });

  describe('a bot full of lone surrogates', () => {
    /** As hostile as possible without breaking the conversation. */
    const hostileBot = (part: string): JsonObject =>
      chatBot(
        [
          {
            id: `g${part}`,
            title: `Title ${part}`,
            blocks: [
              text(`t${part}`, `Hello {{Name ${part}}} ${part}`),
              { id: `c${part}`, type: 'choice input', items: [{ id: `i${part}`, content: `Yes ${part}` }] },
              ask(`a${part}`, { variableId: `v${part}`, labels: { placeholder: part } }),
              ask(`b${part}`),
            ],
          },
        ],
        {
          name: `Bot ${part}`,
          icon: part,
          folderId: part,
          variables: [
            { id: `v${part}`, name: `Name ${part}`, value: `default ${part}` },
            { id: `w${part}`, name: part, value: [part, null] },
          ],
          edges: [{ id: `e${part}`, from: { blockId: `b${part}` }, to: { groupId: `g${part}` } }],
          theme: { customCss: part },
          settings: {
            metadata: { title: part, [part]: part },
            security: { allowedOrigins: ['https://bakery.example', part, `https://${part}.example`] },
          },
          resultsTablePreferences: { columnsOrder: [part], columnsVisibility: { [part]: true } },
          [part]: { [part]: [part] },
        },
      );

    it.each(['\ud83d', '\ude00', 'a\ud800b', '\udfff\ud800'])(
      'with %j is stored unchanged, can be published and holds a conversation',
      async (part) => {
        const sent = hostileBot(part);
        const { id } = await importBot(api, sent);
        expectToHold(await getBot(api, id), sent);
        const { publicId } = await publishBot(api, id);

        const started = await startedChat(api, publicId);
        const [item] = started.input?.items ?? [];
        const chosen = await reply(api, started.sessionId, String(item?.content));
        expect(chosen.input?.id).toBe(`a${part}`.toWellFormed());
        await reply(api, started.sessionId, 'Ada');
        const path = `/v1/bots/${id}/results/${started.resultId}`;
        expect(await api.request({ method: 'GET', path })).toMatchObject({
          status: 200,
          body: {
            result: {
              answers: [
                { blockId: `c${part}`.toWellFormed() },
                { groupId: `g${part}`.toWellFormed(), variableId: `v${part}`.toWellFormed(), content: 'Ada' },
              ],
              variables: expect.arrayContaining([
                expect.objectContaining({ name: `Name ${part}`.toWellFormed(), value: 'Ada' }),
              ]),
            },
          },
        });
        for (const more of ['/transcript', '/logs', '']) {
          expect(await api.request({ method: 'GET', path: `${path}${more}` })).toMatchObject({ status: 200 });
        }
        const csv = await api.request({
          method: 'GET',
          path: `/v1/bots/${id}/results/export`,
          query: { format: 'csv' },
        });
        expect(csv).toMatchObject({ status: 200 });
        const [title, row] = csv.text.split('\r\n').map((line) => line.split(','));
        expect(row?.[title?.indexOf(`Name ${part}`.toWellFormed()) ?? -1]).toBe('Ada');
        for (const more of ['/graph.svg', '/duplicate']) {
          const method = more === '/duplicate' ? 'POST' : 'GET';
          expect(await api.request({ method, path: `/v1/bots/${id}${more}` })).toMatchObject({ status: 200 });
        }
        expectToHold(await patchBot(api, id, sent), sent);
      },
    );

    it('round-trips, whatever its texts and keys', async () => {
      // The service refuses these two keys by name.
      const key = brokenText.filter((name) => name !== '__proto__' && name !== 'constructor');
      const json = fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          brokenText,
          fc.constantFrom(null, true, 0, -0.5, 1e21),
          fc.array(tie('value'), { maxLength: 3 }),
          fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
        ),
      })).value;
      await fc.assert(
        fc.asyncProperty(
          brokenText,
          fc.dictionary(
            brokenText.map((name) => `x${name}`),
            json,
            { maxKeys: 4, noNullPrototype: true },
          ),
          fc.array(json, { maxLength: 3 }),
          async (name, unknown, blocks) => {
            const sent = { ...chatBot([{ id: 'g', blocks: blocks as JsonObject[] }]), ...unknown, name };
            const { id } = await importBot(api, sent);
            expectToHold(await getBot(api, id), sent);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('cannot start a chat if its allowed origins exceed the session size', async () => {
      const allowedOrigins = Array.from({ length: 6_000 }, (_, n) => `https://a-bakery-${n}.example`);
      const { publicId } = await publishedBot(
        api,
        contactBot({ settings: { security: { allowedOrigins } } }),
      );
      expect(await startChat(api, publicId)).toMatchObject({ status: 413, body: { limitBytes: 102_400 } });
    });
  });

  describe('prefilled variables', () => {
    it.each<[string, JsonObject, string]>([
      ['a value', { Name: LONE }, 'prefilledVariables.Name'],
      ['a value in a list', { Name: ['a', { b: LONE }] }, 'prefilledVariables.Name'],
      ['a key in a value', { Name: { [LONE]: 1 } }, 'prefilledVariables.Name'],
    ])('reject a lone surrogate in %s', async (_, prefilledVariables, path) => {
      const { publicId } = await publishedBot(api, contactBot());
      expect(await startChat(api, publicId, { prefilledVariables })).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
    });

    it('accept any other text', async () => {
      const { id, publicId } = await publishedBot(api, contactBot());
      for (const value of HOSTILE_TEXTS.filter((one) => one.isWellFormed() && one !== '')) {
        if (value.includes('\\')) continue;
        const response = await startChat(api, publicId, { prefilledVariables: { Name: value } });
        if (response.status === 413) continue;
        expect(response, response.text).toMatchObject({ status: 200 });
        expect(await getVariables(api, id, response)).toContainEqual(
          expect.objectContaining({ id: 'v-name', name: 'Name', value }),
        );
      }
    });
  });

  it('keeps a document key named constructor', async () => {
    const response = await sendImport(api, { ...contactBot(), constructor: { x: 1 } });
    expect(response.status).toBe(200);
    expect((response.body as { bot: JsonObject }).bot.constructor).toEqual({ x: 1 });
  });
});

async function getVariables(api: Api, botId: string, { body }: ApiResponse): Promise<unknown> {
  const { resultId } = body as ChatTurn;
  const { body: read } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` });
  return isJsonObject(read) && isJsonObject(read.result) ? read.result.variables : undefined;
}

/** Encodes a path segment. A lone surrogate becomes bytes that no decoder accepts. */
function encoded(text: unknown): string {
  const value = String(text);
  return value.isWellFormed() ? encodeURIComponent(value) : '%ed%a0%80';
}
