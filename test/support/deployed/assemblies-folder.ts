import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder in which `sharedAssembly` stores the templates that the test files of a run share. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'bots-assemblies-'));
  process.env.ASSEMBLIES_DIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
