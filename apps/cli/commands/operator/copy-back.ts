import { Command } from 'commander';
import type { CopyCounts } from '#apps/operator/copy-back.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { formatCount } from '#apps/terminal/plain-text.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { withMovedFlag } from './moved-commands.ts';
import { defineOperatorAction } from './operator-action.ts';

type Subject = 'workspace' | 'bot' | 'result';

type Options = { from: string; replace?: boolean; dryRun?: true; yes?: true };

/** `copy-back`, which copies what was lost from a restored table, for one kind of thing. */
export function copyBackCommand(subject: Subject, description: string): Command {
  const command = new Command('copy-back')
    .description(description)
    .argument(`<${subject}>`, `id of the ${subject}`)
    .requiredOption('--from <table>', 'the restored table')
    .option('--dry-run', 'only count what would be copied')
    .option('--yes', 'do not ask before copying');
  if (subject !== 'result') command.option('--replace', 'replace bots that the table has, which are newer');
  withMovedFlag(command, '--apply', 'it copies without it, after a question, which --yes answers');

  defineOperatorAction<[string], Options>(command, async ([id], options, { description }) => {
    if (!isId(id)) throw new Error(`That is not the id of a ${subject}`);
    if (options.from === process.env.TABLE_NAME) throw new Error('Both tables are the same');
    const copying: Copying = { subject, id, options, database: description };
    return (await rehearse(copying)) ?? present(copying, await copy(copying, true), true);
  });
  return command;
}

type Copying = { subject: Subject; id: string; options: Options; database: string };

/**
 * Counts what would be copied, and asks whether to copy it.
 *
 * @returns the result of the command if nothing is to be copied, undefined otherwise
 */
async function rehearse(copying: Copying): Promise<CommandResult | undefined> {
  const { dryRun, yes } = copying.options;
  if (yes && !dryRun) return undefined;
  const counts = await copy(copying, false);
  if (dryRun || counts.items === 0) return present(copying, counts, false);
  const question = `Copy ${describe(counts)} to the ${copying.database}?`;
  if (await askToConfirm(question, 'copy it, or --dry-run to only count')) return undefined;
  throw new Error('Nothing was copied');
}

async function copy(
  { subject, id, options: { from, replace = false } }: Copying,
  isApplied: boolean,
): Promise<CopyCounts> {
  const { CopyBack } = await import('#apps/operator/copy-back.ts');
  const { openRestoredTable } = await import('#apps/operator/restored-table.ts');
  const copying = new CopyBack({ from: openRestoredTable(from), isApplied, replacesBots: replace });
  if (!(await copying[subject](id))) throw new Error(`The table ${from} has no ${subject} ${id}`);
  return copying.counts;
}

function describe({ bots, results, items }: CopyCounts): string {
  return `${formatCount(bots, 'bot')} and ${formatCount(results, 'result')}, ${formatCount(items, 'item')} in all`;
}

function present({ subject, id, database }: Copying, counts: CopyCounts, isApplied: boolean): CommandResult {
  const { kept, expired, takenNames } = counts;
  return {
    json: { [`${subject}Id`]: id, isApplied, ...counts },
    text: [
      `${isApplied ? 'Copied' : 'Would copy'} ${describe(counts)}, to the ${database}.`,
      `${kept} are there and stay as they are; ${expired} items have expired.`,
      ...takenNames.map(
        (name) =>
          `${name} is another bot's now. The restored bot has none: give it another one by an update.`,
      ),
      ...(isApplied ? [] : ['Nothing was changed.']),
    ].join('\n'),
    isBad: takenNames.length > 0,
  };
}
