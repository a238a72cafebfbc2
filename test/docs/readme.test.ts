import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Returns the shell blocks of a README section, in order. */
function shellBlocks(section: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const start = readme.indexOf(`\n## ${section}\n`);
  const text = readme.slice(start, readme.indexOf('\n## ', start + 4));
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

describe('the README', () => {
  it('has commands that work when pasted in order', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bots-readme-'));
    const server = spawn('node', ['apps/local/start.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0', CHAT_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    try {
      await expect.poll(() => existsSync(join(dataDir, 'server.env')), { timeout: 20_000 }).toBe(true);
      const script = shellBlocks('Try it').join('\n').replaceAll('.local/', `${dataDir}/`);
      // Where its standard input is a socket, bash takes itself for a remote shell, and reads the startup file.
      const shell = ['--norc', '-eu', '-c', script];
      const { stdout, stderr } = await promisify(execFile)('bash', shell, { cwd: root });
      expect(stderr).toBe('');
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers.filter((answer) => 'code' in answer)).toEqual([]);
      expect(answers).toHaveLength(11);
      expect(answers[5].messages).toHaveLength(1);
      expect(answers[7]).toMatchObject({ publishedBot: { version: '6' }, version: '3' });
    } finally {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
