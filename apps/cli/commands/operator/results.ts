import { Command } from 'commander';
import { isId } from '#lib/platform/store/keys.ts';
import { copyBackCommand } from './copy-back.ts';
import { formatErased, requireConsent, withBucket } from './erasure.ts';
import { defineOperatorAction } from './operator-action.ts';

/** `operator results erase` and `copy-back`. */
export function operatorResultsCommand(): Command {
  return new Command('results')
    .description('erase results, or copy them back from a restored table')
    .addCommand(eraseResultCommand())
    .addCommand(copyBackCommand('result', 'copy back a result with its answers and logs'));
}

function eraseResultCommand(): Command {
  const command = withBucket(
    new Command('erase')
      .description('erase a result with its answers, logs, sessions and, with --bucket, its files')
      .argument('<result>', 'id of the result')
      .option('--yes', 'do not ask before erasing'),
  );

  defineOperatorAction<[string], { bucket?: string; yes?: true }>(
    command,
    async ([resultId], options, database) => {
      if (!isId(resultId)) throw new Error('That is not the id of a result');
      await requireConsent(`the result ${resultId}`, database, options);
      const { eraseResultFromTable } = await import('#apps/operator/erase-result.ts');
      const erased = await eraseResultFromTable(resultId, options.bucket);
      return { json: { resultId, ...erased }, text: formatErased(`result ${resultId}`, erased) };
    },
  );
  return command;
}
