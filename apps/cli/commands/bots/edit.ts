import { Command } from 'commander';
import { formatIssue } from '#apps/cli/format-issue.ts';
import { readDocumentText } from '#apps/cli/import/document-files.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import type { OperationData, OperationRequest } from '#apps/client/client.ts';
import { type DocumentFormat, findFormat } from '#apps/documents/document-format.ts';
import { parseYaml } from '#apps/documents/parse-yaml.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import { readStandardInput } from '#apps/terminal/standard-input.ts';

type Options = { apply: string; dryRun?: true; migrate?: true };

type Operations = OperationRequest<'editBot'>['body']['operations'];

export function editCommand(): Command {
  const command = withBot(
    new Command('edit').description('apply operations to the draft of a bot, all of them or none'),
  )
    .requiredOption(
      '--apply <file>',
      'JSON or YAML file with the operations; - reads JSON from standard input',
    )
    .option('--dry-run', 'only report whether they apply')
    .option('--migrate', 'convert a draft of version 3, 4 or 5 to version 6 first');

  defineBotAction<[string], Options>(command, async ([botId], options, { client }) => {
    const { apply, dryRun, migrate } = options;
    const text = apply === '-' ? await readStandardInput() : await readDocumentText(apply);
    // Some editors start files with a byte order mark.
    const operations = await parseOperations(text.replace(/^\uFEFF/, ''), findFormat(apply));
    const json = await client.editBot({ params: { botId }, body: { operations, dryRun, migrate } });
    return { json, text: describeEdit(json, operations.length) };
  });
  return command;
}

/**
 * Reads a list of operations, or the body of a request with one. The service checks the operations themselves.
 *
 * @throws Error if the text has no list, InvalidYamlError
 */
async function parseOperations(text: string, format: DocumentFormat): Promise<Operations> {
  const value = format === 'yaml' ? await parseYaml(text) : tryParseJson(text);
  const parsed = value as { operations?: unknown } | undefined | null;
  const operations = Array.isArray(parsed) ? parsed : parsed?.operations;
  if (!Array.isArray(operations))
    throw new Error(`Expected a ${format === 'yaml' ? 'YAML' : 'JSON'} list of operations`);
  return operations as Operations;
}

function describeEdit(edited: OperationData<'editBot'>, count: number): string {
  const { bot, isChanged, keptAsRelease, warnings = [], dryRun } = edited;
  if (!isChanged) return `Nothing to change in ${bot.id}: it is as the operations make it`;
  return [
    ...warnings.map((warning) => oneLine(formatIssue(warning))),
    `${dryRun ? 'Would apply' : 'Applied'} ${formatCount(count, 'operation')} to the draft of ${bot.id}`,
    ...(keptAsRelease === undefined
      ? []
      : [`The draft as it was ${dryRun ? 'would be' : 'is'} kept as release ${keptAsRelease}`]),
  ].join('\n');
}
