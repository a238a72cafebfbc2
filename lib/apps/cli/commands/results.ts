import { Command, Option } from 'commander';
import { exportByJob, startExport } from '#lib/apps/cli/export-by-job.ts';
import { type ListOptions, moreNote, readList, withPages } from '#lib/apps/cli/list-pages.ts';
import { progressBar } from '#lib/apps/cli/progress-bar.ts';
import { replaceFile } from '#lib/apps/cli/replace-file.ts';
import { readResultFile } from '#lib/apps/cli/result-file.ts';
import { exportResults } from '#lib/apps/cli/results-export.ts';
import { importResults } from '#lib/apps/cli/results-import.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { startedResult, startJob } from '#lib/apps/cli/start-job.ts';
import { waitForJob } from '#lib/apps/cli/wait-for-job.ts';
import { confirms } from '#lib/apps/terminal/confirmation.ts';
import { counted, minute, oneLine, plainTable } from '#lib/apps/terminal/plain-text.ts';
import { SKIP_REASONS, type SkipReason } from '#lib/results/import/skip-reason.ts';
import { TIME_FILTERS } from '#lib/results/time-window.ts';

type Filter = {
  from?: string;
  to?: string;
  timeFilter?: (typeof TIME_FILTERS)[number];
  timeZone?: string;
  completed?: 'true' | 'false';
};

type ExportOptions = Filter & {
  format: 'csv' | 'ndjson';
  output?: string;
  job?: true;
  wait: boolean;
  json?: true;
  profile?: string;
};

/** `results list`, `results export`, `results import` and `results delete`. */
export function resultsCommand(): Command {
  return new Command('results')
    .description("list a bot's results, export, import or delete them")
    .addCommand(listResultsCommand())
    .addCommand(exportResultsCommand())
    .addCommand(importResultsCommand())
    .addCommand(deleteResultsCommand());
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
    .option('-o, --output <file>', 'file to write instead of standard output, atomically')
    .option('--job', 'have the service write the file, and download it; for very many results')
    .option('--no-wait', 'with --job: print the id of the job and end');

  defineAction<[string], ExportOptions>(command, async ([botId], options, service) => {
    const { format, output } = options;
    const query = { format, ...filterQuery(options) };
    if (!options.wait) {
      if (!options.job) throw new Error('--no-wait requires --job');
      if (output !== undefined) {
        throw new Error('--no-wait writes no file: give --output to bots jobs wait instead');
      }
      const { job, reference } = await startExport(service, { botId, query, profile: options.profile });
      return startedResult(job, reference);
    }
    if (output === undefined) {
      if (options.job) throw new Error('--job requires --output, or --no-wait');
      if (options.json)
        throw new Error('--json requires --output, because the export is not a JSON document');
      await exportResults(service.client, { botId, query }, writeToStdout);
      return { text: '' };
    }
    const written = { botId, format, file: output, isComplete: true };
    if (options.job) {
      const { profile } = options;
      const { jobId, bytes } = await exportByJob(service, { botId, query, profile, output });
      return {
        json: { ...written, jobId, bytes },
        text: `Wrote all results to ${output} (${counted(bytes, 'byte')})`,
      };
    }
    await replaceFile(output, (write) => exportResults(service.client, { botId, query }, write));
    return { json: written, text: `Wrote all results to ${output}` };
  });
  return command;
}

const SKIP_TEXTS = {
  otherBot: 'of another bot',
  erased: 'erased here',
  expired: 'older than the service keeps results',
  incomplete: 'cut off in the export',
} satisfies Record<SkipReason, string>;

/** Skipped results that are printed one by one. */
const SHOWN_SKIPS = 20;

function importResultsCommand(): Command {
  const command = new Command('import')
    .description('store results that come from elsewhere; the same again changes nothing')
    .argument('<file>', 'NDJSON as bots results export writes it, or JSON with a list of results')
    .requiredOption('--bot <bot>', 'id of the bot that the results belong to');

  defineAction<[string], { bot: string }>(command, async ([file], { bot: botId }, { client }) => {
    // Reads the file twice, so that nothing is sent if it is cut off.
    let total = 0;
    for await (const _ of readResultFile(file)) total += 1;
    if (total === 0) throw new Error(`There are no results in ${file}`);
    const bar = progressBar('Importing', total, 'result');
    const named: { id: string; reason: SkipReason }[] = [];
    const totals = await importResults(client, botId, readResultFile(file), {
      onProgress: bar.advance,
      onSkipped: (skipped) => {
        if (named.length < SHOWN_SKIPS) named.push(skipped);
      },
    }).finally(() => bar.stop());
    const { imported, updated, unchanged, skipped } = totals;
    const skippedLines = SKIP_REASONS.filter((reason) => skipped[reason] > 0).map(
      (reason) => `${counted(skipped[reason], 'result')} skipped: ${SKIP_TEXTS[reason]}.`,
    );
    return {
      json: { botId, file, ...totals, skippedResults: named },
      text: [
        `Imported ${counted(imported, 'result')}, added to ${updated.toLocaleString('en')}, ` +
          `found ${unchanged.toLocaleString('en')} unchanged.`,
        ...skippedLines,
        ...named.map(({ id, reason }) => `  ${oneLine(id)}  ${reason}`),
      ].join('\n'),
    };
  });
  return command;
}

function deleteResultsCommand(): Command {
  const command = new Command('delete')
    .description('delete all results that a bot has now, with answers and logs, and end their chats')
    .argument('<bot>', 'id of the bot')
    .option('--yes', 'do not ask before deleting')
    .option('--no-wait', 'print the id of the job and end');

  defineAction<[string], { yes?: true; wait: boolean; profile?: string }>(
    command,
    async ([botId], { yes, wait, profile }, service) => {
      const { bot } = await service.client.getBot({ params: { botId } });
      const question = `Delete all results of ${oneLine(bot.name)} (${botId}) for good?`;
      if (!yes && !(await confirms(question, 'delete them'))) throw new Error('Nothing was deleted');
      const { workspaceId } = bot;
      const started = await startJob(service, workspaceId, { kind: 'deleteResults', botId, all: true });
      const reference = { workspaceId, jobId: started.id, profile };
      if (!wait) return startedResult(started, reference);
      const job = await waitForJob(service, reference, { isStarter: true });
      return { json: { job }, text: `Deleted ${counted(job.progress.results, 'result')} of ${botId}.` };
    },
  );
  return command;
}

function withFilter(command: Command): Command {
  return command
    .argument('<bot>', 'id of the bot')
    .option('--from <time>', 'start of the period (inclusive): 2026-11-01T00:00:00Z')
    .option('--to <time>', 'end of the period (exclusive)')
    .addOption(
      new Option('--time-filter <period>', 'period, instead of --from and --to').choices(TIME_FILTERS),
    )
    .option('--time-zone <zone>', 'time zone of --time-filter: Europe/Berlin')
    .addOption(
      new Option('--completed <boolean>', 'only completed results, or only incomplete ones').choices([
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
