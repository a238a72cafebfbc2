import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import slugify from 'slugify';
import { type Failure, failureLine, toFailure } from '#apps/cli/failure.ts';
import { progressBar } from '#apps/cli/progress-bar.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { ApiError } from '#apps/client/api-error.ts';
import {
  DOCUMENT_FORMATS,
  type DocumentFormat,
  findFormat,
  formatAs,
} from '#apps/documents/document-format.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';

type Options = { output?: string; all?: string; workspace?: string; migrate?: true; format?: DocumentFormat };

type ExportedBot = { botId: string; name: string } & ({ file: string } | { error: Failure });

const CONCURRENCY = 4;
/** File names can have 255 bytes. This leaves room for the id and the suffix of a partial file. */
const MAX_NAME_CHARS = 100;

export function exportCommand(): Command {
  const command = withWorkspace(
    new Command('export')
      .description("write a bot's draft, or every bot of a workspace, as a document that import accepts")
      .argument('[bot]', BOT_WORDS),
  )
    .option('-o, --output <file>', 'file to write instead of standard output', toAbsolutePath)
    .option(
      '--all <folder>',
      'export every bot of the workspace that is not archived, one file each',
      toAbsolutePath,
    )
    .addOption(
      new Option(
        '--format <format>',
        'default: yaml if --output ends in .yaml or .yml, otherwise json',
      ).choices(DOCUMENT_FORMATS),
    )
    .option('--migrate', 'convert to the latest schema version');

  defineAction<[string | undefined], Options>(command, async ([bot], options, service) => {
    if ((bot === undefined) === (options.all === undefined)) {
      throw new Error('Specify either a bot, or a folder with --all');
    }
    return bot === undefined
      ? await exportAll(options.all ?? '.', options, service)
      : await withNamedBot(service, bot, (botId) => exportOne(botId, options, service));
  });
  return command;
}

async function exportOne(botId: string, options: Options, service: Service) {
  const bot = await readBot(botId, options, service);
  const { output, format = findFormat(output ?? '') } = options;
  const text = await formatAs(format, bot);
  if (output === undefined) return { json: bot, text: text.replace(/\n$/, ''), isDocument: true as const };
  await replaceFile(output, (write) => write(text));
  return { json: { botId, name: bot.name, file: output }, text: `Wrote ${oneLine(bot.name)} to ${output}` };
}

async function exportAll(folder: string, options: Options, service: Service) {
  const { format = 'json' } = options;
  const workspaceId = await toWorkspace(service, options.workspace);
  const { items: bots } = await readList('bots', { all: true }, (page) =>
    service.client.listBots({ query: { workspaceId, ...page } }),
  );
  await mkdir(folder, { recursive: true });
  const bar = progressBar('Exporting', bots.length, 'bot');
  const written = new Set<string>();
  const exported = await mapConcurrently(bots, CONCURRENCY, async ({ id, name }): Promise<ExportedBot> => {
    try {
      const refusal = refuseId(id, written);
      if (refusal !== undefined) return { botId: id, name, error: { code: 'FAILED', message: refusal } };
      const file = path.join(folder, toFileName(id, name, format));
      const text = await formatAs(format, await readBot(id, options, service));
      await replaceFile(file, (write) => write(text));
      return { botId: id, name, file };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { botId: id, name, error: toFailure(error) };
    } finally {
      bar.advance();
    }
  }).finally(() => bar.stop());
  const missing = exported.flatMap((bot) => ('error' in bot ? [bot] : []));
  return {
    json: { workspaceId, bots: exported },
    text: [
      ...missing.map(({ botId, error }) => `not exported  ${oneLine(String(botId))}  ${failureLine(error)}`),
      `${formatCount(exported.length - missing.length, 'bot')} of ${exported.length} in ${folder}`,
    ].join('\n'),
    isBad: missing.length > 0,
  };
}

async function readBot(botId: string, { migrate }: Options, { client }: Service) {
  const query = migrate ? { migrateToLatestVersion: 'true' as const } : {};
  return (await client.getBot({ params: { botId }, query })).bot;
}

/**
 * Says why no file is written for an id. A service that sends others could have files of other bots overwritten.
 *
 * @param written ids that have a file, in lower case, because some file systems do not tell upper case apart
 */
function refuseId(id: string, written: Set<string>): string | undefined {
  if (typeof id !== 'string' || !isId(id)) return 'the service lists it with an id that no bot has';
  if (written.has(id.toLowerCase())) return 'the service lists another bot with the same id';
  written.add(id.toLowerCase());
  return undefined;
}

/** The name is for readability; the id makes it unique. */
function toFileName(botId: string, name: string, format: DocumentFormat): string {
  const slug = slugify(String(name), { lower: true, strict: true }).slice(0, MAX_NAME_CHARS);
  return `${slug || 'bot'}--${encodeURIComponent(botId)}.${format}`;
}
