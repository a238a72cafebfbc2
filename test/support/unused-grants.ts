import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endpoints } from '#lib/endpoints.ts';
import { toGrants } from './table-grants.ts';

const HTTP_TESTS = new URL('../http/', import.meta.url).pathname;

let folder: string;
let project: TestProject;

export function setup(started: TestProject): void {
  project = started;
  folder = mkdtempSync(join(tmpdir(), 'bots-grants-'));
  process.env.GRANTS_FOLDER = folder;
}

/**
 * After a run of the whole HTTP suite, checks that some request used every grant of every contract. A grant
 * that was not used is too wide, or something that the function does has no test.
 */
export function teardown(): void {
  const uses = new Set(
    readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')),
  );
  rmSync(folder, { recursive: true });
  if (!hasRunAll(project)) return;
  const unused = endpoints.flatMap(({ id, table }) =>
    toGrants(table)
      .map((grant) => `${id}: ${grant}`)
      .filter((grant) => !uses.has(grant)),
  );
  if (unused.length === 0) return;
  console.error(`Grants that no test of the HTTP suite uses:\n${unused.join('\n')}`);
  process.exitCode = 1;
}

/** Only if all tests passed. A call that failed may have stopped before it used its grants. */
function hasRunAll({ vitest }: TestProject): boolean {
  const passed = new Set(
    vitest.state
      .getFiles()
      .filter(({ result }) => result?.state === 'pass' || result?.state === 'skip')
      .map(({ filepath }) => filepath),
  );
  return readdirSync(HTTP_TESTS)
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
    .every((name) => passed.has(join(HTTP_TESTS, name)));
}
