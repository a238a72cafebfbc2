import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runProgram } from '#test/support/run-program.ts';

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Versions with a section, the newest first. */
const released = [...CHANGELOG.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/gm)];

async function findTags(): Promise<string[]> {
  const { exitCode, stdout } = await runProgram('git', ['tag', '--points-at', 'HEAD'], { capture: true });
  return exitCode === 0 ? stdout.split('\n').filter((tag) => /^v\d/.test(tag)) : [];
}

describe('a release', () => {
  it('has the version of package.json, and a section of the changelog', () => {
    expect(released[0]?.[1]).toBe(version);
  });

  it('is newer than the one below it', () => {
    const dates = released.map(([, , date]) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(new Set(released.map(([, number]) => number)).size).toBe(released.length);
  });

  it('has no tag but that of its version', async () => {
    for (const tag of await findTags()) expect(tag).toBe(`v${version}`);
  });
});
