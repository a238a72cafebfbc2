import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type OlderCheckout = { root: string; commit: string; remove(): void };

/**
 * Checks out the version that a rollback would restore, into a separate folder.
 *
 * @returns undefined if the commit history is missing, as in a shallow clone
 */
export function checkOutOlderVersion(): OlderCheckout | undefined {
  const commit = process.env.ROLLBACK_TO || findRelease();
  if (commit === undefined) return undefined;
  const root = mkdtempSync(path.join(tmpdir(), 'bots-older-'));
  const remove = () => {
    rmSync(root, { recursive: true, force: true });
    git('.', 'worktree', 'prune');
  };
  try {
    git('.', 'worktree', 'add', '--force', '--detach', root, commit);
    installPackages(root);
    return { root, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the latest release: the tag of the package's current version or, without one, the commit that set it. */
export function findRelease(folder = '.'): string | undefined {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (git(folder, 'tag', '--list', `v${version}`)) return git(folder, 'rev-parse', `v${version}^{commit}`);
  const text = `"version": "${version}"`;
  const commits = git(folder, 'log', '--reverse', '--format=%H', `-S${text}`, '--', 'package.json');
  return commits.split('\n')[0] || undefined;
}

/**
 * Reuses the installed packages, which are the same in most versions, and installs them only if they differ.
 */
function installPackages(root: string): void {
  const lockFile = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (lockFile(root) === lockFile('.'))
    symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' });
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
