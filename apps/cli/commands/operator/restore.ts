import { Command, InvalidArgumentError } from 'commander';
import { printNote } from '#apps/terminal/output.ts';
import { defineOperatorAction } from './operator-action.ts';

type Options = { to?: string; at?: Date; wait: boolean };

/** `operator restore`: creates a copy of the table as it was at an earlier time. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('restore the table beside itself, as it was at a point in time')
    .option('--to <name>', 'name of the new table (default: the name of the table and -restored)')
    .option('--at <time>', 'ISO time of the last 35 days (default: the latest possible)', parseTime)
    .option('--no-wait', 'do not wait until the new table can be used');

  defineOperatorAction<[], Options>(command, async (_args, { to, at, wait }, { isLocal }) => {
    if (isLocal) throw new Error('The local database has no earlier points in time: copy its file instead');
    const { startRestore, waitUntilActive } = await import('#apps/operator/restore-table.ts');
    const { source, target } = await startRestore(to, at);
    if (wait) await waitUntilActive(target, (status) => printNote(`${target}: ${status}…`));
    return {
      json: { source, target, at: at?.toISOString() ?? null, isActive: wait },
      text: [
        wait ? `The table ${target} is ready.` : `The table ${target} is being restored.`,
        'What it lacks: point-in-time recovery, expiry, deletion protection, stream and tags.',
        '',
        'Look at it, and copy back what was lost:',
        `  npx bots operator workspaces list --table ${target}`,
        `  npx bots operator bots copy-back <id> --from ${target} --table ${source}`,
        'Delete it when you no longer need it:',
        `  aws dynamodb delete-table --table-name ${target}`,
      ].join('\n'),
    };
  });
  return command;
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Write a time such as 2026-11-20T09:30:00Z.');
  }
  return time;
}
