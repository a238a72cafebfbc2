import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { printNote } from '#apps/terminal/output.ts';
import type { OpenDatabase } from './open-database.ts';

/** Adds `--bucket` to a command that erases. */
export function withBucket(command: Command): Command {
  return command.option(
    '--bucket <name>',
    'the bucket of files, to erase those as well (default: FILES_BUCKET)',
    process.env.FILES_BUCKET,
  );
}

/** @throws Error if the answer is no */
export async function requireConsent(
  what: string,
  { description }: OpenDatabase,
  { yes }: { yes?: true },
): Promise<void> {
  if (yes) return;
  if (await askToConfirm(`Erase ${what} from the ${description} for good?`, 'erase it')) return;
  throw new Error('Nothing was erased');
}

export async function pauseWithNotice(seconds: number): Promise<void> {
  printNote(`Waiting ${seconds} seconds, until nothing writes any more…`);
  await delay(seconds * 1_000);
}

/** Formats what was erased: `Erased the bot b1: 12 results, 3 sessions.` */
export function formatErased(what: string, counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return `Erased the ${what}: ${parts.join(', ')}.`;
}
