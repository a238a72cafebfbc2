import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

export function logsCommand(): Command {
  const command = withBot(new Command('logs').description('show the log of a result, oldest first')).argument(
    '<result>',
    'id of the result',
  );

  defineBotAction<[string, string], object>(command, async ([botId, resultId], _options, { client }) => {
    const { items: logs } = await readList('logs', { all: true }, (page) =>
      client.listResultLogs({ params: { botId, resultId }, query: page }),
    );
    return {
      json: { logs },
      text:
        logs.length === 0
          ? 'Nothing was logged.'
          : logs
              .map(({ createdAt, status, description, details }) => {
                const more = details === null || details === undefined ? '' : `  ${JSON.stringify(details)}`;
                return oneLine(`${createdAt}  ${status}  ${description}${more}`);
              })
              .join('\n'),
    };
  });
  return command;
}
