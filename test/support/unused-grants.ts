import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endpoints } from '#functions/endpoints.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import { toGrants } from './table-grants.ts';

const HTTP_TESTS = new URL('../suites/http/', import.meta.url).pathname;

/** Grants used only while the index still lists deleted items. The embedded database's index never does. */
const FOR_STALE_LISTS = new Set(['run-job: read TOKEN']);

let folder: string;
let project: TestProject;

export function setup(started: TestProject): void {
  project = started;
  folder = mkdtempSync(join(tmpdir(), 'bots-grants-'));
  process.env.GRANTS_FOLDER = folder;
}

/**
 * After a run of the whole HTTP suite, fails if a contract has a grant that no request used. Such a grant is
 * either unnecessary or not covered by a test.
 */
export function teardown(): void {
  const uses = new Set(
    readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')),
  );
  rmSync(folder, { recursive: true });
  if (!hasRunAll(project)) return;
  const unused = [RUN_JOB, ...endpoints].flatMap(({ id, table }) =>
    toGrants(table)
      .map((grant) => `${id}: ${grant}`)
      .filter((grant) => !uses.has(grant) && !FOR_STALE_LISTS.has(grant)),
  );
  if (unused.length === 0) return;
  console.error(`Grants not used by any test of the HTTP suite:\n${unused.join('\n')}`);
  process.exitCode = 1;
}

/** Tells whether all HTTP tests ran and passed: a failing call may stop before it has used all its grants. */
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
