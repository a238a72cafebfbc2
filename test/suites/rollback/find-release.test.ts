import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findRelease } from './older-checkout.ts';

function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'bots-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const commit = (version: string, more = ''): string => {
    writeFileSync(join(folder, 'package.json'), `{ "version": "${version}"${more} }\n`);
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', version);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q');
  return { folder, git, commit };
}

it('the release to roll back to is the tag of the version or, without one, the commit that set it', () => {
  const { folder, git, commit } = createRepository();
  commit('0.1.0');
  const set = commit('0.2.0');
  const fixed = commit('0.2.0', ', "name": "fixed"');
  commit('0.2.0', ', "name": "later"');
  expect(findRelease(folder)).toBe(set);
  git('tag', 'v0.2.0', fixed);
  expect(findRelease(folder)).toBe(fixed);
  git('tag', '-d', 'v0.2.0');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'tag', '-am', 'Annotated', 'v0.2.0', fixed);
  expect(findRelease(folder)).toBe(fixed);
});
