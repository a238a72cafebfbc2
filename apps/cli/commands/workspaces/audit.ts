import { Command } from 'commander';
import type { Service } from '#apps/cli/service/connection.ts';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { BOT_WORDS, findBotId } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { ApiError } from '#apps/client/api-error.ts';
import { findBotNames } from '#apps/console/bots/find-bot-names.ts';
import { type AuditEntry, describeAction } from '#apps/console/workspace/describe-action.ts';
import { plainTable } from '#apps/terminal/plain-text.ts';
import { terminalWidth } from '#apps/terminal/text-layout.ts';

type Options = ListOptions & { workspace?: string; bot?: string; json?: true };

export function auditCommand(): Command {
  const command = withPages(
    withWorkspace(
      new Command('audit').description('show who changed what in a workspace, newest first'),
    ).option('--bot <bot>', `only changes of this bot: ${BOT_WORDS}`),
  );

  defineAction<[], Options>(command, async (_args, options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const botId = options.bot === undefined ? undefined : await findAuditedBot(service, options.bot);
    const { items: entries, nextCursor } = await readList('entries', options, (page) =>
      service.client.listAuditEntries({ params: { workspaceId }, query: { botId, ...page } }),
    );
    return {
      json: { entries, ...(nextCursor !== undefined && { nextCursor }) },
      // Names take further requests, which JSON with its ids does not need.
      text: options.json ? '' : await formatEntries(service, workspaceId, entries),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

/** The trail outlives its bots, so an id that matches no bot is used as it is. */
async function findAuditedBot(service: Service, named: string): Promise<string> {
  try {
    return await findBotId(service, named);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return named;
    throw error;
  }
}

/** Formats entries in the words of the console, with the ids that other commands take beside the names. */
async function formatEntries(
  { client }: Service,
  workspaceId: string,
  entries: AuditEntry[],
): Promise<string> {
  if (entries.length === 0) return 'No changes are recorded.';
  const botIds = [...new Set(entries.flatMap(({ botId }) => botId ?? []))];
  const names = await findBotNames(client, workspaceId, botIds);
  return plainTable(
    ['WHEN (UTC)', 'WHO', 'TOKEN', 'FROM', 'WHAT'],
    entries.map((entry) => [
      entry.at.slice(0, 19).replace('T', ' '),
      entry.actor.type === 'operator' ? 'The operator' : (entry.actor.tokenName ?? '-'),
      entry.actor.tokenId ?? '-',
      entry.sourceIp ?? '-',
      describeEntry(entry, names),
    ]),
    terminalWidth(),
  );
}

/** Formats what was changed: `Published release 3 of the bot Bakery orders (cm3x…)`. */
function describeEntry(entry: AuditEntry, names: ReadonlyMap<string, string>): string {
  const { botId, jobId } = entry;
  const name = botId === null ? undefined : names.get(botId);
  return [
    describeAction(entry),
    ...(jobId === null ? [] : [`(${jobId})`, ...(botId === null ? [] : ['of the bot'])]),
    ...(botId === null ? [] : [name ? `${name} (${botId})` : botId]),
  ].join(' ');
}
