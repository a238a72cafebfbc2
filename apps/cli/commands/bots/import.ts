import { Command, Option } from 'commander';
import { importInBulk } from '#apps/cli/import/bulk-import.ts';
import { findDocumentFiles } from '#apps/cli/import/document-files.ts';
import { importOverBot } from '#apps/cli/import/import-over-bot.ts';
import {
  describeNextStep,
  importReport,
  isImportComplete,
  reportText,
} from '#apps/cli/import/import-report.ts';
import { progressBar } from '#apps/cli/progress-bar.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';

type Options = {
  workspace?: string;
  folder?: string;
  dryRun?: true;
  report?: string;
  replace?: string;
  overwrite?: true;
  keepPublicIds?: true;
  repair?: true;
};

export function importCommand(): Command {
  const command = withWorkspace(
    new Command('import')
      .description('import documents as bots, or one over a bot')
      .argument('<path...>', 'files, or folders with .json or .yaml files in them'),
  )
    .option('--folder <id>', 'put the bots into this folder')
    .option('--dry-run', 'only report what would be imported, and issues in the flows')
    .option('--report <file>', 'also write the full report to this file, as JSON', toAbsolutePath)
    .addOption(
      new Option('--replace <bot>', `replace the draft of this bot with one file: ${BOT_WORDS}`).conflicts(
        'report',
      ),
    )
    .addOption(
      new Option('--keep-public-ids', 'have the bots take the public ids of their documents').conflicts(
        'replace',
      ),
    )
    .option('--repair', 'connect edges that their blocks do not name')
    .option('--overwrite', 'with --replace: even if the bot has changed since the file was exported')
    .addHelpText(
      'after',
      `
A rejected file does not stop the others, but the exit code is 1. An interrupted import
can be run again: for 24 hours, content that the same token has imported into the same workspace is
recognised and creates nothing.

Links between the documents are rewritten to the ids of the new bots.

--replace keeps the bot's id, addresses, folder, releases, results and what is published. The previous
draft is kept as a release unless it already is one.`,
    );

  defineAction<[string[]], Options>(command, async ([paths], options, service) => {
    const { folder: folderId, dryRun, replace: replaced, overwrite, keepPublicIds, repair } = options;
    if (overwrite && replaced === undefined) throw new Error('--overwrite requires --replace');
    const files = await findDocumentFiles(paths);
    if (replaced !== undefined) {
      const over = { workspaceId: options.workspace, folderId, dryRun, overwrite, repair };
      return await withNamedBot(service, replaced, (botId) =>
        importOverBot(files, { ...over, botId }, service),
      );
    }
    const workspaceId = await toWorkspace(service, options.workspace);
    const bar = progressBar('Importing', files.length, 'file');
    const target = { workspaceId, folderId, dryRun, keepPublicId: keepPublicIds, repair };
    const imported = await importInBulk(files, target, service, () => bar.advance());
    bar.stop();
    const report = importReport(imported, { service: service.baseUrl, workspaceId });
    if (options.report !== undefined) {
      await replaceFile(options.report, (write) => write(`${JSON.stringify(report, null, 2)}\n`));
    }
    return {
      json: report,
      text: reportText(report),
      note: describeNextStep(report),
      isBad: !isImportComplete(report),
    };
  });
  return command;
}
