import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/* Pastes the commands of README and docs/api.md into a shell, beside a server of their own. */

const root = new URL('../..', import.meta.url).pathname;
const dataDir = mkdtempSync(join(tmpdir(), 'bots-readme-'));

/** Returns the shell blocks of a section, in order. */
function shellBlocks(page: string, section: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const start = text.indexOf(`\n## ${section}\n`);
  const end = text.indexOf('\n## ', start + 4);
  const blocks = text.slice(start, end < 0 ? undefined : end);
  return [...blocks.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

async function paste(script: string): Promise<{ stdout: string; stderr: string }> {
  // Where its standard input is a socket, bash takes itself for a remote shell, and reads the startup file.
  const shell = ['--norc', '-eu', '-c', script.replaceAll('.local/', `${dataDir}/`)];
  const env = { ...process.env, DATA_DIR: dataDir };
  const pasted = promisify(execFile)('bash', shell, { cwd: root, env });
  // Ends a conversation in the terminal.
  pasted.child.stdin?.end();
  return await pasted;
}

/** Pastes commands that print a line of JSON each. */
async function pasteJson(script: string) {
  const { stdout, stderr } = await paste(script);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

let server: ReturnType<typeof spawn>;

beforeAll(async () => {
  server = spawn('node', ['apps/local/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', CHAT_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  await vi.waitUntil(() => existsSync(join(dataDir, 'server.env')), { timeout: 50_000, interval: 50 });
});

afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

// Each command is a process of its own, and CI runs them beside other tests.
describe('commands that are pasted in order', { timeout: 120_000 }, () => {
  it('of the README import, publish and chat', async () => {
    const [commandLine = '', http = ''] = shellBlocks('README.md', 'Try it');
    const { stdout: shown, stderr } = await paste(commandLine);
    expect(stderr).toMatch(/^Next: npx bots publish [a-z0-9]{24}\nLeft the chat\.\n$/);
    expect(shown).toContain('1 file imported');
    expect(shown).toContain('Published as release 1 under the public id opening-hours');
    expect(shown).toContain('Who is asking?');
    const [started, continued] = await pasteJson(http);
    expect(started.messages.length).toBeGreaterThan(0);
    expect(continued.messages).toHaveLength(1);
  });

  it("of docs/api.md make every call of a bot's life", async () => {
    const script = shellBlocks('docs/api.md', 'The calls in order').join('\n');
    const answers = await pasteJson(script);
    expect(answers.filter((answer) => 'code' in Object(answer))).toEqual([]);
    expect(answers).toHaveLength(11);
    expect(answers[0]).toMatch(/^[a-z0-9]{24}$/);
    expect(answers[5].messages).toHaveLength(1);
    expect(answers[7]).toMatchObject({ publishedBot: { version: '6' }, version: '3' });
  });
});
