import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOT_TEMPLATES } from '#apps/templates/bot-templates.ts';
import { botsJson, hasTerminal, runBots, runInTerminal } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { runInProcess } from '../run-in-process.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-new-'));
  service = await startService(path.join(folder, 'data'));
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const bots = (...args: string[]) => runBots(args, env);
const json = (...args: string[]) => botsJson(args, env);
const failed = (stderr: string | RegExp) => ({
  exitCode: 1,
  stdout: '',
  stderr: typeof stderr === 'string' ? `error: ${stderr}\n` : expect.stringMatching(stderr),
});

describe('bots new', () => {
  it.each(BOT_TEMPLATES)('creates the template $id as it is in its file', async ({ id, load }) => {
    const { stdout, stderr } = await runInProcess(['new', id, '--folder', 'drafts', '--json'], env);
    expect(stderr).toBe('');
    const { bot, warnings } = JSON.parse(stdout);
    expect(bot).toMatchObject({ ...(await load()), folderId: 'drafts', publicId: null });
    expect(warnings).toBeUndefined();
  });

  it('says what to do first, and gives the bot a name', async () => {
    const { exitCode, stdout, stderr } = await bots('new', 'support', '--name', 'Help desk');
    expect(exitCode).toBe(0);
    const [, botId] = /^Created Help desk \((\w+)\), unpublished\.$/m.exec(stdout) ?? [];
    expect(stderr).toContain('Put the address of your team into the block “Send email”.');
    expect(stderr).toContain(`Next: npx bots chat ${botId} --preview`);
  });

  it('creates an empty bot', async () => {
    const { bot } = await json('new', 'empty', '--name', 'Blank');
    expect(bot).toMatchObject({ name: 'Blank', version: '6', groups: [] });
    expect((await bots('new', 'empty')).stderr).toContain(' --apply <file>');
  });

  it('refuses what it does not know, and needs a template without a terminal', async () => {
    const ids = ['empty', ...BOT_TEMPLATES.map(({ id }) => id)].join(', ');
    expect(await bots('new')).toEqual(failed(`Name a template: ${ids}`));
    expect(await bots('new', 'game')).toEqual(failed(`There is no template game; choose one of ${ids}`));
    expect(await bots('new', 'quiz', '--name', ' ')).toEqual(failed('The name is empty'));
    expect(await bots('new', 'quiz', '--workspace', 'gone')).toEqual(
      failed(/^error: NOT_FOUND: Workspace not found: gone /),
    );
  });

  it.skipIf(!hasTerminal)('asks for template and name on a terminal', async () => {
    const { exitCode, stdout } = await runInTerminal(['new'], { ...env, TERM: 'xterm' }, [
      { after: 'Begin with', keys: '\u001b[B\r' },
      { after: 'Name', keys: ' of the bakery\r' },
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Created Lead form of the bakery (');
  });
});
