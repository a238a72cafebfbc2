import { rmSync } from 'node:fs';
import { synthesize, WITH_PAGES } from './template.ts';

/** Synthesizes and bundles the stack once, before the first test file. All test files share the assembly. */
export default function synthesizeOnce(): () => void {
  const { folder } = synthesize(WITH_PAGES);
  process.env.ASSEMBLY_DIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
