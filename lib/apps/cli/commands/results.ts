import { Command, Option } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#lib/apps/cli/list-pages.ts';
import { replaceFile } from '#lib/apps/cli/replace-file.ts';
import { exportResults } from '#lib/apps/cli/results-export.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { minute, plainTable } from '#lib/apps/terminal/plain-text.ts';
import { TIME_FILTERS } from '#lib/results/time-window.ts';

type Filter = {
  from?: string;
  to?: string;
  timeFilter?: (typeof TIME_FILTERS)[number];
  timeZone?: string;
  completed?: 'true' | 'false';
};

/** `results list` and `results export`. */
export function resultsCommand(): Command {
  return new Command('results')
    .description("list a bot's results, or export them")
    .addCommand(listResultsCommand())
    .addCommand(exportResultsCommand());
}

function listResultsCommand(): Command {
  const command = withPages(withFilter(new Command('list').description('list results, newest first')));

  defineAction<[string], ListOptions & Filter>(command, async ([botId], options, { client }) => {
    const { items: results, nextCursor } = await readList('results', options, (page) =>
      client.listResults({ params: { botId }, query: { ...filterQuery(options), ...page } }),
    );
    return {
      json: { results, ...(nextCursor !== undefined && { nextCursor }) },
      text:
        results.length === 0
          ? 'There are no results.'
          : plainTable(
              ['RESULT', 'STARTED (UTC)', 'COMPLETED', 'ANSWERS'],
              results.map(({ id, createdAt, isCompleted, answers, omittedAnswers = 0 }) => [
                id,
                minute(createdAt),
                isCompleted ? 'yes' : '-',
                String(answers.length + omittedAnswers),
              ]),
            ),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

function exportResultsCommand(): Command {
  const command = withFilter(new Command('export').description('write all results, newest first'))
    .addOption(
      new Option('--format <format>', 'one result per row or line').choices(['csv', 'ndjson']).default('csv'),
    )
    .option('-o, --output <file>', 'instead of standard output; written whole or not at all');

  defineAction<[string], Filter & { format: 'csv' | 'ndjson'; output?: string; json?: true }>(
    command,
    async ([botId], options, { client }) => {
      const { format, output } = options;
      const request = { botId, query: { format, ...filterQuery(options) } };
      if (output === undefined) {
        if (options.json)
          throw new Error('With --json, an export needs --output because it is not a JSON document');
        await exportResults(client, request, writeToStdout);
        return { text: '' };
      }
      await replaceFile(output, (write) => exportResults(client, request, write));
      return {
        json: { botId, format, file: output, isComplete: true },
        text: `All results are in ${output}`,
      };
    },
  );
  return command;
}

function withFilter(command: Command): Command {
  return command
    .argument('<bot>', 'id of the bot')
    .option('--from <time>', 'from this time on: 2026-11-01T00:00:00Z')
    .option('--to <time>', 'before this time')
    .addOption(new Option('--time-filter <period>', 'instead of --from and --to').choices(TIME_FILTERS))
    .option('--time-zone <zone>', 'zone in which the days of --time-filter are counted: Europe/Berlin')
    .addOption(
      new Option('--completed <boolean>', 'only completed results, or only the others').choices([
        'true',
        'false',
      ]),
    );
}

function filterQuery({ from, to, timeFilter, timeZone, completed }: Filter) {
  return { from, to, timeFilter, timeZone, isCompleted: completed };
}

function writeToStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
