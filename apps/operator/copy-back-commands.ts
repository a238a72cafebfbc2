import { Command } from 'commander';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { CopyBack } from './copy-back.ts';
import { defineAction } from './database-action.ts';
import { openRestoredTable } from './restored-table.ts';

type Options = { from: string; apply?: boolean; replace?: boolean };

const SUBJECTS = ['workspace', 'bot', 'result'] as const;

const DESCRIPTIONS = {
  workspace: 'copy back a workspace with its bots and results, without its tokens',
  bot: 'copy back a bot with its releases, public id and results',
  result: 'copy back a result with its answers and logs',
};

/** `copy-back workspace`, `copy-back bot` and `copy-back result`. */
export function copyBackCommands(): Command {
  const group = new Command('copy-back').description(
    'copy what was lost from a restored table; only counts without --apply',
  );
  for (const subject of SUBJECTS) {
    const command = group
      .command(subject)
      .description(DESCRIPTIONS[subject])
      .argument('<id>')
      .requiredOption('--from <table>', 'the restored table')
      .option('--apply', 'write; without it, nothing is changed');
    if (subject !== 'result') command.option('--replace', 'replace bots that the table has, which are newer');
    defineAction<[string], Options>(command, ([id], options, database) =>
      copy(subject, id, options, database),
    );
  }
  return group;
}

async function copy(
  subject: (typeof SUBJECTS)[number],
  id: string,
  { from, apply = false, replace = false }: Options,
  database: string,
): Promise<CommandResult> {
  if (!isId(id)) throw new Error(`That is not the id of a ${subject}`);
  if (from === process.env.TABLE_NAME) throw new Error('Both tables are the same');
  const copying = new CopyBack({
    from: openRestoredTable(from),
    isApplied: apply,
    replacesBots: replace,
  });
  if (!(await copying[subject](id))) throw new Error(`The table ${from} has no ${subject} ${id}`);
  const { counts } = copying;
  const { bots, results, items, kept, expired, takenNames } = counts;
  return {
    json: { isApplied: apply, ...counts },
    text: [
      `${apply ? 'Copied' : 'Would copy'} ${bots} bots and ${results} results, ${items} items in all, to the ${database}.`,
      `${kept} are there and stay as they are; ${expired} items have expired.`,
      ...takenNames.map(
        (name) =>
          `${name} is another bot's now. The restored bot has none: give it another one by an update.`,
      ),
      ...(apply ? [] : ['Nothing was changed: add --apply.']),
    ].join('\n'),
    isBad: takenNames.length > 0,
  };
}
