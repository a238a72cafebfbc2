import path from 'node:path';
import { installPythonTool } from './python-tool.ts';
import { runProgram } from './run-program.ts';

const VERSION = '1.32.0';

const PIPELINES = ['docs/examples/github-actions.yml', 'docs/examples/github-release.yml'];

/**
 * Runs zizmor on the example pipelines: permissions, injection into scripts, actions that are not pinned, credentials
 * left on disk. It needs no network itself.
 *
 * @returns the exit code; 0 without Python
 */
export async function lintPipeline(): Promise<number> {
  const programs = await installPythonTool('zizmor', VERSION);
  if (programs === undefined) {
    console.log('Skipping zizmor: python3 or a package index is not available.');
    return 0;
  }
  const { exitCode } = await runProgram(path.join(programs, 'zizmor'), [
    '--offline',
    '--no-progress',
    ...PIPELINES,
  ]);
  return exitCode;
}
