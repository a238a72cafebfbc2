import { Command } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#lib/apps/cli/list-pages.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { toWorkspace, withWorkspace } from '#lib/apps/cli/workspace-choice.ts';
import { plainTable } from '#lib/apps/terminal/plain-text.ts';

type Options = ListOptions & { workspace?: string; bot?: string };

export function auditCommand(): Command {
  const command = withPages(
    withWorkspace(
      new Command('audit').description('show who changed what in a workspace, newest first'),
    ).option('--bot <id>', 'only changes of this bot'),
  );

  defineAction<[], Options>(command, async (_args, options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { items: entries, nextCursor } = await readList('entries', options, (page) =>
      service.client.listAuditEntries({ params: { workspaceId }, query: { botId: options.bot, ...page } }),
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
            ),
      note: moreNote(nextCursor),
    };
  });
  return command;
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
