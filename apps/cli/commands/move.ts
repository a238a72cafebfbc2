import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { prepareFiles } from '#apps/cli/moving/files/prepare-files.ts';
import { move } from '#apps/cli/moving/move.ts';
import { moveProgress } from '#apps/cli/moving/report/move-progress.ts';
import { isMoveComplete, moveReport, moveReportText } from '#apps/cli/moving/report/move-report.ts';
import { openSource, type SourceOptions, withSource } from '#apps/cli/moving/source/source-choice.ts';
import { pairWorkspaces } from '#apps/cli/moving/target/workspace-pairs.ts';
import { INTERRUPTED_EXIT_CODE, replaceFile } from '#apps/cli/replace-file.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';
import { printNote } from '#apps/terminal/output.ts';

type Options = SourceOptions & {
  workspace?: string[];
  to?: string;
  only?: string[];
  dryRun?: true;
  results: boolean;
  logs: boolean;
  overwrite?: true;
  files?: boolean;
  filesHost?: string[];
  filesState?: string;
  report?: string;
};

export function moveCommand(): Command {
  const command = withSource(
    new Command('move').description(
      'bring bots, results, files and folders from Typebot; run again for what is new',
    ),
  )
    .option('--workspace <workspace...>', 'ids or names of the only workspaces there to move')
    .option(
      '--to <id>',
      'workspace here (id or name) for all bots; default: that of the same name, or the only one',
    )
    .option('--only <bot...>', 'ids, public ids or names of the only bots there to move')
    .option('--dry-run', 'only report what would be moved, and issues in the flows')
    .option('--no-results', 'leave results out')
    .option('--no-logs', 'results without their logs, which the API needs a request each for')
    .option('--files', 'fail if this service stores no files; default: move files if it does')
    .option('--no-files', 'leave files in the source, and their addresses as they are')
    .option('--files-host <host...>', "other hosts of the source's files, such as files.example.com")
    .option(
      '--files-state <file>',
      'where to record which files were moved; default: beside the configuration',
      toAbsolutePath,
    )
    .option(
      '--overwrite',
      'also bots that were changed here after the last move; their drafts become releases',
    )
    .option('--report <file>', 'also write the full report to this file, as JSON', toAbsolutePath)
    .addHelpText(
      'after',
      `
An interrupted move is continued by the same command. Bots and results that are here already are not
written again. With --database, private files need the keys of the source's store: S3_ENDPOINT, S3_BUCKET,
S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_PORT and S3_SSL. Needs a token of the role admin here, for the
results. docs/moving.md is the guide.`,
    );

  defineAction<[], Options>(command, async (_args, options, service) => {
    if (options.report !== undefined) await assertWritable(path.dirname(options.report));
    const source = await openSource(options);
    const progress = moveProgress();
    const interrupt = () => {
      progress.stop();
      printNote('Interrupted. The same command continues.');
      process.exit(INTERRUPTED_EXIT_CODE);
    };
    process.once('SIGINT', interrupt);
    try {
      const workspaces = await pairWorkspaces(source, service, {
        chosen: options.workspace,
        to: options.to,
        role: options.results ? 'admin' : 'editor',
      });
      const isDryRun = options.dryRun === true;
      const done = await move({
        source,
        client: service.client,
        workspaces,
        only: options.only,
        part: 'everything',
        overwrite: options.overwrite === true,
        isDryRun,
        results: options.results ? { logs: options.logs } : undefined,
        openFiles: prepareFiles(source, service.baseUrl, {
          isWanted: options.files,
          hosts: options.filesHost,
          stateFile: options.filesState,
          onProgress: (fileCount, total, bytes) => progress.show('files', fileCount, total, bytes),
        }),
        onProgress: progress.show,
      }).finally(() => progress.stop());
      const report = moveReport(done, { source: source.address, service: service.baseUrl, isDryRun });
      if (options.report !== undefined) {
        await replaceFile(options.report, (write) => write(`${JSON.stringify(report, null, 2)}\n`));
      }
      return { json: report, text: moveReportText(report), isBad: !isMoveComplete(report) };
    } finally {
      process.off('SIGINT', interrupt);
      await source.close();
    }
  });
  return command;
}

/** A report that cannot be written should stop a move before it begins, and not after an hour. */
async function assertWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`The folder ${folder} of --report cannot be written`, { cause });
  }
}
