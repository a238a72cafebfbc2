import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/**
 * Installs a Python package in its own virtual environment, if it is not there yet. Changes nothing else on the
 * machine.
 *
 * @returns the folder of the environment's programs; undefined without python3 or a package index
 */
export async function installPythonTool(name: string, version: string): Promise<string | undefined> {
  const environment = path.join(cache, name, version);
  const programs = path.join(environment, 'bin');
  // pip writes the package's program last, so its presence means that the installation was completed.
  if (existsSync(path.join(programs, name))) return programs;
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(path.dirname(environment), { recursive: true });
  const steps: [command: string, args: string[]][] = [
    ['python3', ['-m', 'venv', environment]],
    [
      path.join(programs, 'pip'),
      ['install', '--quiet', '--disable-pip-version-check', `${name}==${version}`],
    ],
  ];
  for (const [command, args] of steps) {
    if ((await runProgram(command, args)).exitCode !== 0) return undefined;
  }
  return programs;
}
