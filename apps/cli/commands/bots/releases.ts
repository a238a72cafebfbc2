import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { minute, oneLine, plainTable } from '#apps/terminal/plain-text.ts';

/** `releases list`, which `releases` alone is too, and `releases restore`. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('list the releases of a bot, or make one the draft again')
    .addCommand(listReleasesCommand(), { isDefault: true })
    .addCommand(restoreReleaseCommand());
}

function listReleasesCommand(): Command {
  const command = withPages(
    withBot(new Command('list').description('list the releases of a bot, newest first')),
  );

  defineBotAction<[string], ListOptions>(command, async ([botId], options, { client }) => {
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

function restoreReleaseCommand(): Command {
  const command = withBot(
    new Command('restore').description('make a release the draft again; what is published stays'),
  ).argument('<release>', 'number of the release');

  defineBotAction<[string, string], object>(command, async ([botId, release], _options, { client }) => {
    const json = await client.restoreRelease({ params: { botId, release } });
    const { bot, keptAsRelease } = json;
    const kept =
      keptAsRelease === undefined ? '' : ` The previous draft is kept as release ${keptAsRelease}.`;
    return {
      json,
      text: oneLine(`The draft of ${bot.id} is release ${release} again, ${bot.name}.${kept}`),
    };
  });
  return command;
}
