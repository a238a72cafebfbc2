import type { Command } from 'commander';
import { findTakenOptions, returnToCaller } from './npm-run.ts';
import { formatUsageErrors } from './usage-errors.ts';

/**
 * Runs a command line, called directly or as an npm script.
 *
 * @param script name of the npm script
 * @param insteadOfNpm how to call it so that npm takes no options for itself: `npx bots`
 */
export async function runProgram(program: Command, script: string, insteadOfNpm: string): Promise<void> {
  returnToCaller(script);
  formatUsageErrors(program);
  const taken = findTakenOptions(program, script, process.argv.slice(2));
  if (taken.length > 0) {
    program.error(
      `error: npm took ${taken.join(' and ')} for itself, so nothing was done. Call it as ${insteadOfNpm} …`,
    );
  }
  await program.parseAsync();
}
