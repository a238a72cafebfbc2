import { Command } from 'commander';
import { findDocumentFiles, NotADocumentError, readDocument } from '#apps/cli/import/document-files.ts';
import {
  type BotToSearch,
  findNamedCredentials,
  type NamedCredentials,
} from '#apps/cli/named-credentials.ts';
import { connect, type Service } from '#apps/cli/service/connection.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineLocalAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { plainTable } from '#apps/terminal/plain-text.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

type Options = { bot?: string; workspace?: string; profile?: string };

/** Number of concurrent reads: what the service handles from one caller without slowing down others. */
const CONCURRENCY = 4;

export function listCredentialsCommand(): Command {
  const command = withWorkspace(
    new Command('list')
      .description('list the stored credentials that the blocks of bots name, and the fields they need')
      .argument(
        '[file...]',
        'files, or folders with .json or .yaml files in them; default: all drafts of a workspace',
      ),
  )
    .option('--bot <bot>', `only the draft of this bot: ${BOT_WORDS}`)
    .option(
      '--profile <name>',
      'profile stored by bots login, or local for the server running from this checkout',
    );

  defineLocalAction<[string[]], Options>(command, async ([paths], options) => {
    const credentials = findNamedCredentials(await readBots(paths, options));
    return { json: { credentials }, text: listText(credentials) };
  });
  return command;
}

async function readBots(paths: string[], options: Options): Promise<BotToSearch[]> {
  if (paths.length > 0) {
    if (options.bot !== undefined) throw new Error('Specify either files or --bot');
    return await mapConcurrently(await findDocumentFiles(paths), CONCURRENCY, readFile);
  }
  const service = await connect(options.profile);
  if (options.bot !== undefined) {
    return [await withNamedBot(service, options.bot, (botId) => readDraft(service, botId))];
  }
  const ids = await listIds(service, options.workspace);
  return await mapConcurrently(ids, CONCURRENCY, (botId) => readDraft(service, botId));
}

/** @throws NotADocumentError naming the file */
async function readFile(file: string): Promise<BotToSearch> {
  try {
    return { bot: file, document: (await readDocument(file)).document };
  } catch (error) {
    throw error instanceof NotADocumentError ? new NotADocumentError(`${file}: ${error.message}`) : error;
  }
}

async function listIds(service: Service, workspace: string | undefined): Promise<string[]> {
  const workspaceId = await toWorkspace(service, workspace);
  const { items: bots } = await readList('bots', { all: true }, (page) =>
    service.client.listBots({ query: { workspaceId, ...page } }),
  );
  return bots.map(({ id }) => id);
}

async function readDraft({ client }: Service, botId: string): Promise<BotToSearch> {
  return { bot: botId, document: (await client.getBot({ params: { botId } })).bot as JsonObject };
}

function listText(credentials: NamedCredentials[]): string {
  if (credentials.length === 0) return 'No block names stored credentials.';
  return [
    plainTable(
      ['STORE UNDER', 'KIND', 'BLOCK', 'GROUP', 'BOT'],
      credentials.flatMap(({ id, kind, usedBy }) =>
        usedBy.map(({ block, groupTitle, bot }) => [id, kind ?? 'unknown', block, groupTitle, bot]),
      ),
    ),
    '',
    plainTable(
      ['KIND', 'REQUIRED', 'OPTIONAL'],
      [...new Map(credentials.map((named) => [named.kind, named])).values()].map(({ kind, fields }) => [
        kind ?? 'unknown',
        fields.length === 0 ? 'has no effect here' : names(fields.filter(({ isRequired }) => isRequired)),
        names(fields.filter(({ isRequired }) => !isRequired)),
      ]),
    ),
  ].join('\n');
}

function names(fields: NamedCredentials['fields']): string {
  return fields.map(({ name }) => name).join(', ') || '-';
}
