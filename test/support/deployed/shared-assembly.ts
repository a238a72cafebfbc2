import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Assembly, getStackName, readAssembly, synthesize } from './template.ts';

const POLL_MS = 200;

/**
 * Returns the templates for this configuration, without bundles. The first test file that needs them
 * synthesizes them, which takes seconds of CPU. The other test files of the run reuse the output, or get its error.
 *
 * @throws Error if synthesis fails or the process that synthesizes ends
 */
export async function sharedAssembly(context: Record<string, unknown> = {}): Promise<Assembly> {
  const folder = process.env.ASSEMBLIES_DIR;
  if (folder === undefined) return synthesize(context, { bundles: false });
  const key = createHash('sha256').update(JSON.stringify(context)).digest('hex');
  const shared = join(folder, key);
  const [lock, failure] = [`${shared}.lock`, `${shared}.failure`];
  if (isFirst(lock)) {
    try {
      const assembly = synthesize(context, { bundles: false });
      symlinkSync(assembly.folder, shared);
      return assembly;
    } catch (error) {
      // Renamed, so that nobody reads half of it.
      writeFileSync(`${failure}.part`, String((error as Error).message));
      renameSync(`${failure}.part`, failure);
      throw error;
    }
  }
  for (;;) {
    // Asked before looking for the outcome, which the process may write just before it ends.
    const isRunning = holderIsRunning(lock);
    if (existsSync(shared)) return readAssembly(shared, getStackName(context));
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
    if (!isRunning) throw new Error('The process that synthesized the stack ended without an outcome');
    await setTimeout(POLL_MS);
  }
}

/** Creates the lock with the id of this process, unless it exists. */
function isFirst(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderIsRunning(lock: string): boolean {
  const pid = Number(readFileSync(lock, 'utf8'));
  // It has been created, but its content has not been written yet.
  if (pid === 0) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
