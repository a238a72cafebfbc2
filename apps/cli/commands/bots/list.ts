import { Command } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { minute, plainTable } from '#apps/terminal/plain-text.ts';
import { terminalWidth } from '#apps/terminal/text-layout.ts';

type Options = ListOptions & { workspace?: string; folder?: string; archived?: true };

export function listCommand(): Command {
  const command = withPages(
    withWorkspace(new Command('list').description('list the bots of a workspace, newest first'))
      .option('--folder <id>', 'only bots in this folder; root: bots in no folder')
      .option('--archived', 'list archived bots instead'),
  );

  defineAction<[], Options>(command, async (_args, options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { items: bots, nextCursor } = await readList('bots', options, (page) =>
      service.client.listBots({
        query: {
          workspaceId,
          folderId: options.folder,
          archived: options.archived && 'true',
          ...page,
        },
      }),
    );
    return {
      json: { bots, ...(nextCursor !== undefined && { nextCursor }) },
      text:
        bots.length === 0
          ? `There are no ${options.archived ? 'archived ' : ''}bots${options.folder === undefined ? '' : ' in this folder'} in workspace ${workspaceId}.`
          : plainTable(
              ['BOT', 'CHANGED (UTC)', 'PUBLISHED', 'PUBLIC ID', 'NAME'],
              bots.map((bot) => [
                bot.id,
                minute(bot.updatedAt),
                toPublication(bot),
                bot.publicId ?? '-',
                bot.name,
              ]),
              terminalWidth(),
            ),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

function toPublication(bot: {
  isPublished: boolean;
  publishedRelease: number | null;
  hasUnpublishedChanges: boolean;
}): string {
  if (!bot.isPublished) return '-';
  return `release ${bot.publishedRelease}${bot.hasUnpublishedChanges ? ', changed since' : ''}`;
}
