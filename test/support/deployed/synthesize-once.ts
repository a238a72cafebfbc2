import { rmSync } from 'node:fs';
import { synthesize } from './template.ts';

/** Synthesises and bundles before the first test file. All test files run the same assembly. */
export default function synthesizeOnce(): () => void {
  const { folder } = synthesize();
  process.env.ASSEMBLY_DIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
