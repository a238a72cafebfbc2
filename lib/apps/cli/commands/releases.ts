import { Command } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#lib/apps/cli/list-pages.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { minute, plainTable } from '#lib/apps/terminal/plain-text.ts';

export function releasesCommand(): Command {
  const command = withPages(
    new Command('releases')
      .description('list the releases of a bot, newest first')
      .argument('<bot>', 'id of the bot'),
  );

  defineAction<[string], ListOptions>(command, async ([botId], options, { client }) => {
    const { items: releases, nextCursor } = await readList('releases', options, (page) =>
      client.listReleases({ params: { botId }, query: page }),
    );
    return {
      json: { releases, ...(nextCursor !== undefined && { nextCursor }) },
      text:
        releases.length === 0
          ? `${botId} has no releases.`
          : plainTable(
              ['RELEASE', 'MADE (UTC)', 'PUBLISHED (UTC)', 'PUBLIC', 'MADE BY'],
              releases.map(({ release, createdAt, publishedAt, isPublished, createdBy }) => [
                String(release),
                minute(createdAt),
                publishedAt === null ? 'never' : minute(publishedAt),
                isPublished ? 'yes' : '-',
                createdBy?.tokenName ?? '-',
              ]),
            ),
      note: moreNote(nextCursor),
    };
  });
  return command;
}
