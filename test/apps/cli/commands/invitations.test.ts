import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { botsJson, runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { startScriptedService } from '../scripted-service.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-invitations-'));
  service = await startService(path.join(folder, 'data'));
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const CREATE = ['invitations', 'create', '--name', 'ada@example.com', '--role', 'editor'];

describe('bots invitations', () => {
  it('prints a link that works once, lists pending ones, and revokes them', async () => {
    expect(await runBots(['invitations', 'list'], env)).toMatchObject({
      stdout: 'There are no pending invitations.\n',
    });
    const { stdout } = await runBots(CREATE, env);
    const [link = ''] = stdout.split('\n');
    expect(link).toMatch(/^http:\/\/.+\/invite#inv_/);
    const secret = new URL(link).hash.slice(1);
    const listed = await runBots(['invitations', 'list'], env);
    expect(listed.stdout).toMatch(/editor.+ada@example\.com/);
    expect(listed.stdout).not.toContain(secret);
    const client = createClient({ baseUrl: service.baseUrl });
    const { token } = await client.acceptInvitation({ body: { secret, name: 'Ada' } });
    expect(token).toMatchObject({ name: 'Ada', role: 'editor' });

    const created = await botsJson(CREATE, env);
    const { id } = created.invitation as { id: string };
    expect(created.link).toBe(`${service.baseUrl}${String(created.path)}`);
    expect(await runBots(['invitations', 'revoke', id], env)).toMatchObject({
      exitCode: 0,
      stdout: `Revoked invitation ${id} (ada@example.com).\n`,
    });
    expect((await botsJson(['invitations', 'list'], env)).invitations).toEqual([]);
  });

  it('prints the path alone if the address is not that of a console', async () => {
    const scripted = await startScriptedService((line) => {
      if (line === 'GET /_config.json') return { status: 404, body: {} };
      const fields = { id: 'i1', workspaceId: 'w1', name: 'Ada', role: 'editor' };
      const times = { createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-08T00:00:00.000Z' };
      const createdBy = { tokenId: 't1', tokenName: 'CI' };
      return {
        body: { invitation: { ...fields, ...times, createdBy }, secret: 'inv_x', path: '/invite#inv_x' },
      };
    });
    const { stdout } = await runBots([...CREATE, '-w', 'w1'], scripted.env);
    await scripted.stop();
    expect(stdout).toMatch(/^\/invite#inv_x\n\nThe console's address, followed by this path,/);
  });
});
