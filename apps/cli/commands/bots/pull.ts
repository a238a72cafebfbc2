import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { failureLine, toFailure } from '#apps/cli/failure.ts';
import { prepareFiles } from '#apps/cli/moving/files/prepare-files.ts';
import { move } from '#apps/cli/moving/move.ts';
import {
  isMoveComplete,
  type MoveReport,
  moveReport,
  moveReportText,
} from '#apps/cli/moving/report/move-report.ts';
import type { MoveOutcome } from '#apps/cli/moving/report/moved-bot.ts';
import { openSource, type SourceOptions, withSource } from '#apps/cli/moving/source/source-choice.ts';
import { pairWorkspaces } from '#apps/cli/moving/target/workspace-pairs.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { printData, printNote, printText } from '#apps/terminal/output.ts';
import { formatCount } from '#apps/terminal/plain-text.ts';

type Options = SourceOptions & {
  workspace?: string[];
  to?: string;
  watch?: true;
  interval: number;
  files: boolean;
  filesHost?: string[];
  json?: true;
};

const DEFAULT_INTERVAL_SECONDS = 60;

/** Outcomes of bots that a watching pull does not mention each time. */
const QUIET_OUTCOMES: MoveOutcome[] = ['unchanged', 'notPublished', 'archivedHere'];

export function pullCommand(): Command {
  const command = withSource(
    new Command('pull')
      .description('publish here what is published in Typebot, which stays the editor')
      .argument('[bot...]', 'ids, public ids or names of the only bots there to pull'),
  )
    .option('--workspace <workspace...>', 'ids or names of the only workspaces there')
    .option(
      '--to <id>',
      'workspace here (id or name) for all bots; default: that of the same name, or the only one',
    )
    .option('--no-files', 'leave files in the source, and their addresses as they are')
    .option('--files-host <host...>', "other hosts of the source's files, such as files.example.com")
    .option('--watch', 'pull again and again, until it is stopped')
    .option(
      '--interval <seconds>',
      'with --watch: time between two pulls',
      toSeconds,
      DEFAULT_INTERVAL_SECONDS,
    )
    .addHelpText(
      'after',
      `
Drafts there are left out: what is published there becomes the draft and the published copy here. A draft
that was changed here is replaced, and kept as a release. Without changes, nothing is written.`,
    );

  defineAction<[string[]], Options>(command, async ([bots], options, service) => {
    const only = bots.length > 0 ? bots : undefined;
    if (options.watch) return await watch(() => pull(only, options, service), options);
    const report = await pull(only, options, service);
    return { json: report, text: moveReportText(report), isBad: !isMoveComplete(report) };
  });
  return command;
}

async function pull(only: string[] | undefined, options: Options, service: Service): Promise<MoveReport> {
  const source = await openSource(options);
  try {
    const workspaces = await pairWorkspaces(source, service, {
      chosen: options.workspace,
      to: options.to,
      role: 'editor',
    });
    const done = await move({
      source,
      client: service.client,
      workspaces,
      only,
      part: 'publication',
      overwrite: true,
      isDryRun: false,
      results: undefined,
      openFiles: prepareFiles(source, service.baseUrl, {
        // By default, if the service stores files.
        isWanted: options.files ? undefined : false,
        hosts: options.filesHost,
      }),
      onProgress: () => {},
    });
    return moveReport(done, { source: source.address, service: service.baseUrl, isDryRun: false });
  } finally {
    await source.close();
  }
}

/**
 * Prints only bots that changed or failed. A pull that fails is tried again with the next one, except the first, whose
 * failure is probably one of the options.
 */
async function watch(pullOnce: () => Promise<MoveReport>, { interval, json }: Options): Promise<never> {
  const print = async (report: MoveReport) => {
    const bots = report.bots.filter(({ outcome }) => !QUIET_OUTCOMES.includes(outcome));
    const news = { ...report, bots };
    if (bots.length === 0 && isMoveComplete(report)) return;
    if (json) await printData(`${JSON.stringify(news)}\n`);
    else printText(`${moveReportText(news)}\n`);
  };
  const first = await pullOnce();
  await print(first);
  printNote(`Watching ${formatCount(first.bots.length, 'bot')}, every ${interval} seconds. Ctrl-C stops.`);
  for (;;) {
    await sleep(interval * 1_000);
    try {
      await print(await pullOnce());
    } catch (error) {
      printNote(`error: ${failureLine(toFailure(error))}. Trying again in ${interval} seconds.`);
    }
  }
}

/** Timers of Node end at once after more than 24 days. */
const MAX_INTERVAL_SECONDS = 24 * 60 * 60;

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= MAX_INTERVAL_SECONDS) return seconds;
  throw new InvalidArgumentError(`Expected 1 to ${MAX_INTERVAL_SECONDS} seconds.`);
}
