import { Command } from 'commander';
import { readList } from '#lib/apps/cli/list-pages.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';

export function logsCommand(): Command {
  const command = new Command('logs')
    .description('show the log of a result, oldest first')
    .argument('<bot>', 'id of the bot')
    .argument('<result>', 'id of the result');

  defineAction<[string, string], object>(command, async ([botId, resultId], _options, { client }) => {
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
