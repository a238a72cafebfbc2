import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botsJson, runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-folders-'));
  service = await startService(path.join(folder, 'data'));
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const run = (...args: string[]) => runBots(['folders', ...args], env);

describe('bots folders', () => {
  it('makes a tree, puts a bot into it, and deletes it', async () => {
    expect(await run('list')).toMatchObject({ exitCode: 0, stdout: 'There are no folders.\n' });
    expect(await run('create', 'Marketing')).toMatchObject({ exitCode: 0 });
    expect(await run('create', 'Campaigns', '--in', 'Marketing')).toMatchObject({ exitCode: 0 });
    expect((await run('list')).stdout).toMatch(/Marketing\n.*Marketing\/Campaigns\n$/);

    const { botId } = service.sample;
    expect(await run('put', botId, 'Marketing/Campaigns')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is now in the folder Campaigns.'),
    });
    expect(await run('rename', 'Marketing/Campaigns', 'Winter')).toMatchObject({ exitCode: 0 });
    expect(await run('move', 'Marketing/Winter', 'root')).toMatchObject({
      stdout: 'Winter is now in no folder.\n',
    });
    const { folders } = await botsJson(['folders', 'list'], env);
    const winter = (folders as { id: string; name: string }[]).find(({ name }) => name === 'Winter');
    expect((await botsJson(['list', '--folder', winter?.id ?? ''], env)).bots).toMatchObject([{ id: botId }]);
    expect(await run('delete', 'Winter')).toMatchObject({
      stdout: 'Deleted the folder Winter. What was in it is now in no folder.\n',
    });
    expect((await botsJson(['list', '--folder', 'root'], env)).bots).toContainEqual(
      expect.objectContaining({ id: botId, folderId: null }),
    );
  });

  it.each([
    [['rename', 'Gone', 'X'], 'There is no folder Gone'],
    [['delete', 'root'], 'root is not a folder'],
    [['move', 'Twice', 'root'], '2 folders are called Twice'],
  ])('refuses %j', async (args, message) => {
    if (args.includes('Twice')) for (const _ of [1, 2]) await run('create', 'Twice');
    expect(await run(...args)).toMatchObject({ stderr: expect.stringContaining(message) });
  });
});
