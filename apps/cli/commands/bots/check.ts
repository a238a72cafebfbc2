import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { flowIssueLines, isError } from '#apps/cli/flow-issue-lines.ts';
import { formatIssue } from '#apps/cli/format-issue.ts';
import { readDocument } from '#apps/cli/import/document-files.ts';
import { type FoundLinks, findLinksInWorkspaces, findLinksOfBot } from '#apps/cli/moving/files/find-links.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { findFormat, formatAs } from '#apps/documents/document-format.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import { connectEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('report issues in a flow; exit code 1 if one of them is an error')
    .argument('[file|bot]', `a file, or ${BOT_WORDS} to check its draft`)
    .option(
      '-w, --workspace <id>',
      'where to look for linked bots and credentials; default: the workspace of the bot',
    )
    .option(
      '--fix [new-file]',
      'connect edges that their blocks do not name, write the result to a new file, and check that; default: <name>.fixed.json or .yaml',
    )
    .option(
      '--links-to <host>',
      'only list what still points to this host in the bot or all bots, and their answers; exit code 1 if anything does',
    )
    .option('--no-releases', 'with --links-to: skip earlier releases, which running chats may use')
    .option('--no-results', 'with --links-to: skip answers');

  defineAction<[string?], Options>(command, async ([named], options, service) => {
    const { workspace, fix, linksTo } = options;
    if (linksTo !== undefined) return await reportLinks(named, { ...options, linksTo }, service);
    // In `check --fix bot.json`, the file is what to check.
    const what = named ?? (typeof fix === 'string' ? fix : undefined);
    if (what === undefined) throw new Error('Say which file or bot to check');
    const { bot, workspaceId } = await findDocument(what, service);
    const fixedFile = path.resolve(named !== undefined && typeof fix === 'string' ? fix : toFixedFile(what));
    const fixed = fix === undefined ? undefined : await writeFixed(bot, fixedFile);
    const { issues } = await service.client.checkBot({
      body: { bot: fixed?.document ?? bot, workspaceId: workspace ?? workspaceId },
    });
    const { lines = [], ...report } = fixed?.report ?? {};
    return {
      json: { issues, ...report },
      text: [...lines, flowIssueLines(issues)].join('\n'),
      isBad: issues.some(isError),
    };
  });
  return command;
}

type Options = {
  workspace?: string;
  fix?: string | true;
  linksTo?: string;
  releases: boolean;
  results: boolean;
};

/** Addresses that are printed for each location. The JSON has them all. */
const SHOWN_ADDRESSES = 5;

async function reportLinks(
  named: string | undefined,
  { workspace, linksTo, releases, results }: Options & { linksTo: string },
  service: Service,
): Promise<CommandResult> {
  const host = toHost(linksTo);
  const { client } = service;
  const search = { host, releases, results };
  const found =
    named === undefined
      ? await findLinksInWorkspaces(await listWorkspaceIds(workspace, service), search, client)
      : await withNamedBot(service, named, async (botId) => {
          const { bot } = await client.getBot({ params: { botId } });
          return await findLinksOfBot({ ...bot, isPublished: true }, search, client);
        });
  return { json: { host, found }, text: formatLinks(found, host), isBad: found.length > 0 };
}

/** Takes an address as well, since that is what people copy. */
function toHost(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url?.host) throw new Error('--links-to needs a host name, such as files.example.com');
  return url.host;
}

async function listWorkspaceIds(workspace: string | undefined, { client }: Service): Promise<string[]> {
  if (workspace !== undefined) return [workspace];
  return (await client.getMe()).workspaces.map(({ id }) => id);
}

function formatLinks(found: FoundLinks[], host: string): string {
  if (found.length === 0) return `Nothing points to ${oneLine(host)}.`;
  return found
    .flatMap(({ botId, name, location, addresses }) => [
      oneLine(`${name} (${botId}), ${location}:`),
      ...addresses.slice(0, SHOWN_ADDRESSES).map((address) => `  ${oneLine(address)}`),
      ...(addresses.length > SHOWN_ADDRESSES
        ? [`  and ${formatCount(addresses.length - SHOWN_ADDRESSES, 'address', 'addresses')} more`]
        : []),
    ])
    .join('\n');
}

function toFixedFile(what: string): string {
  const { dir, name, ext } = path.parse(what);
  return path.join(dir, `${name}.fixed${findFormat(what) === 'yaml' ? ext : '.json'}`);
}

/** Writes the document with its edges connected, unless there are none to connect. Never over an existing file. */
async function writeFixed(bot: JsonObject, file: string) {
  const { document, warnings: connected } = connectEdges(bot);
  if (connected.length === 0) {
    return {
      document,
      report: { connected, lines: ['There is no edge to connect, so no file was written.', ''] },
    };
  }
  if (existsSync(file)) throw new Error(`${file} exists already; name another file after --fix`);
  const text = await formatAs(findFormat(file), document);
  await replaceFile(file, (write) => write(text));
  const edges = connected.map((warning) => oneLine(formatIssue(warning)));
  const lines = [...edges, `Connected ${formatCount(connected.length, 'edge')} in ${file}`, ''];
  return { document, report: { connected, file, lines } };
}

async function findDocument(
  what: string,
  service: Service,
): Promise<{ bot: JsonObject; workspaceId?: string }> {
  if (existsSync(what)) return { bot: (await readDocument(what)).document };
  // Ids never contain these characters, so "Bot not found" would be misleading.
  if (/[/\\.]/.test(what)) throw new Error(`There is no file ${what}`);
  return await withNamedBot(service, what, async (botId) => {
    const { bot } = await service.client.getBot({ params: { botId } });
    return { bot: bot as JsonObject, workspaceId: bot.workspaceId };
  });
}
