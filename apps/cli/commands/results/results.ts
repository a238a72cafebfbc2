import { Command, Option } from 'commander';
import { exportByJob, startExport } from '#apps/cli/jobs/export-by-job.ts';
import { formatStarted } from '#apps/cli/jobs/start-job.ts';
import { progressBar } from '#apps/cli/progress-bar.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { readResultFile } from '#apps/cli/results/result-file.ts';
import {
  type ResultFilterOptions,
  toResultQuery,
  withResultFilter,
} from '#apps/cli/results/result-filter.ts';
import { downloadResults } from '#apps/cli/results/results-export.ts';
import { sendResults } from '#apps/cli/results/results-import.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';
import { printData } from '#apps/terminal/output.ts';
import { formatCount, minute, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { SKIP_REASONS, type SkipReason } from '#lib/results/import/skip-reason.ts';
import { deleteResultsCommand } from './results-delete.ts';

type ExportOptions = ResultFilterOptions & {
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
  const command = withPages(
    withResultFilter(withBot(new Command('list').description('list results, newest first'))),
  );

  defineBotAction<[string], ListOptions & ResultFilterOptions>(
    command,
    async ([botId], options, { client }) => {
      const { items: results, nextCursor } = await readList('results', options, (page) =>
        client.listResults({ params: { botId }, query: { ...toResultQuery(options), ...page } }),
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
    },
  );
  return command;
}

function exportResultsCommand(): Command {
  const command = withResultFilter(
    withBot(new Command('export').description('write all results, newest first')),
  )
    .addOption(
      new Option('--format <format>', 'one result per row or line').choices(['csv', 'ndjson']).default('csv'),
    )
    .option('-o, --output <file>', 'file to write instead of standard output, atomically', toAbsolutePath)
    .option('--job', 'have the service write the file, and download it; for very many results')
    .option('--no-wait', 'with --job: print the id of the job and end');

  defineBotAction<[string], ExportOptions>(command, async ([botId], options, service) => {
    assertConsistent(options);
    const { format, output, profile } = options;
    const query = { format, ...toResultQuery(options) };
    if (!options.wait) {
      const { job, reference } = await startExport(service, { botId, query, profile });
      return formatStarted(job, reference);
    }
    if (output === undefined) {
      await downloadResults(service.client, { botId, query }, printData);
      return { text: '' };
    }
    const written = { botId, format, file: output, isComplete: true };
    if (options.job) {
      const { jobId, bytes } = await exportByJob(service, { botId, query, profile, output });
      return {
        json: { ...written, jobId, bytes },
        text: `Wrote all results to ${output} (${formatCount(bytes, 'byte')})`,
      };
    }
    await replaceFile(output, (write) => downloadResults(service.client, { botId, query }, write));
    return { json: written, text: `Wrote all results to ${output}` };
  });
  return command;
}

/** @throws Error if options of an export exclude each other, or need one that is missing */
function assertConsistent({ wait, job, output, json }: ExportOptions): void {
  if (!wait && !job) throw new Error('--no-wait requires --job');
  if (!wait && output !== undefined) {
    throw new Error('--no-wait writes no file: give --output to bots jobs wait instead');
  }
  if (!wait || output !== undefined) return;
  if (job) throw new Error('--job requires --output, or --no-wait');
  if (json) throw new Error('--json requires --output, because the export is not a JSON document');
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
    .requiredOption('--bot <bot>', `bot that the results belong to: ${BOT_WORDS}`);

  defineAction<[string], { bot: string }>(command, async ([file], { bot }, service) => {
    const { client } = service;
    // Reads the file twice, so that nothing is sent if it is cut off.
    let total = 0;
    for await (const _ of readResultFile(file)) total += 1;
    if (total === 0) throw new Error(`There are no results in ${file}`);
    const bar = progressBar('Importing', total, 'result');
    const named: { id: string; reason: SkipReason }[] = [];
    const [botId, totals] = await withNamedBot(service, bot, async (id) => {
      const done = await sendResults(client, id, readResultFile(file), {
        onProgress: bar.advance,
        onSkipped: (skipped) => {
          if (named.length < SHOWN_SKIPS) named.push(skipped);
        },
      });
      return [id, done] as const;
    }).finally(() => bar.stop());
    const { imported, updated, unchanged, skipped } = totals;
    const skippedLines = SKIP_REASONS.filter((reason) => skipped[reason] > 0).map(
      (reason) => `${formatCount(skipped[reason], 'result')} skipped: ${SKIP_TEXTS[reason]}.`,
    );
    return {
      json: { botId, file, ...totals, skippedResults: named },
      text: [
        `Imported ${formatCount(imported, 'result')}, added to ${updated.toLocaleString('en')}, ` +
          `found ${unchanged.toLocaleString('en')} unchanged.`,
        ...skippedLines,
        ...named.map(({ id, reason }) => `  ${oneLine(id)}  ${reason}`),
      ].join('\n'),
    };
  });
  return command;
}
