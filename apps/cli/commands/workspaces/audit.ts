import { Command } from 'commander';
import type { Service } from '#apps/cli/service/connection.ts';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { BOT_WORDS, findBotId } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { ApiError } from '#apps/client/api-error.ts';
import { plainTable } from '#apps/terminal/plain-text.ts';
import { terminalWidth } from '#apps/terminal/text-layout.ts';

type Options = ListOptions & { workspace?: string; bot?: string };

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
      text:
        entries.length === 0
          ? 'No changes are recorded.'
          : plainTable(
              ['WHEN (UTC)', 'CHANGE', 'OF', 'FROM', 'TOKEN', 'NAME'],
              entries.map(({ at, action, actor, sourceIp, ...subject }) => [
                at.slice(0, 19).replace('T', ' '),
                action,
                toSubject(subject),
                sourceIp ?? '-',
                actor.tokenId ?? '-',
                actor.type === 'operator' ? 'the operator' : (actor.tokenName ?? ''),
              ]),
              terminalWidth(),
            ),
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

function toSubject({
  botId,
  release,
  resultId,
  tokenId,
  jobId,
  jobKind,
}: {
  botId: string | null;
  release: number | null;
  resultId: string | null;
  tokenId: string | null;
  jobId: string | null;
  jobKind: string | null;
}): string {
  if (resultId !== null) return `result ${resultId}`;
  if (tokenId !== null) return `token ${tokenId}`;
  if (jobId !== null) return `job ${jobId}, ${jobKind}${botId === null ? '' : ` of bot ${botId}`}`;
  if (botId === null) return 'the workspace';
  return `bot ${botId}${release === null ? '' : `, release ${release}`}`;
}
