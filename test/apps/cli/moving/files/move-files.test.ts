import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoveReport } from '#apps/cli/moving/report/move-report.ts';
import { findTargetBots } from '#apps/cli/moving/target/target-bots.ts';
import { type Client, createClient } from '#apps/client/client.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { SOURCE_TOKEN, type SourceApiServer, startSourceApi } from '#test/support/source-api.ts';
import { runBots, startBots } from '../../bots-process.ts';
import { startService } from '../../local-service.ts';
import { type SourceStore, STORE_KEYS, startSourceStore } from './source-store.ts';
import { BOT, createWorldWithFiles, type WorldWithFiles } from './source-with-files.ts';

/* The tests follow each other: each goes on with what the one before it has moved. */
describe('bots move --files', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof startService>>;
  let source: SourceApiServer;
  let store: SourceStore;
  let world: WorldWithFiles;
  let client: Client;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bots-files-'));
    service = await startService(folder);
    client = createClient(service);
    store = await startSourceStore();
    source = await startSourceApi({
      workspaces: [],
      domains: new Map(),
      people: new Map(),
      folders: [],
      bots: [],
      results: new Map(),
      logs: new Map(),
    });
    world = createWorldWithFiles(store, source.url);
    Object.assign(source.content, world.content);
    env = {
      DATA_DIR: folder,
      HOME: folder,
      SOURCE_TOKEN,
      S3_ENDPOINT: '127.0.0.1',
      S3_PORT: String(store.port),
      S3_SSL: 'false',
      S3_BUCKET: 'typebot',
      ...STORE_KEYS,
    };
  });
  afterAll(async () => {
    await store.stop();
    await source.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const args = (...options: string[]) => [
    'move',
    ...['--from', source.url, '--to', service.workspaceId],
    ...['--files-host', `localhost:${store.port}`, '--json', ...options],
  ];
  const move = async (...options: string[]): Promise<MoveReport> => {
    const { exitCode, stdout, stderr } = await runBots(args(...options), env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const findBotId = async (sourceId: string) =>
    (await findTargetBots(client, service.workspaceId)).get(sourceId)?.id as string;
  const listResults = async () => {
    const { results } = await client.listResults({
      params: { botId: await findBotId(BOT) },
      query: { limit: '100' },
    });
    return results.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  };
  const readStats = async () => {
    const params = { botId: await findBotId(BOT) };
    return (await client.getStats({ params, query: { timeFilter: 'allTime' } })).stats;
  };

  it('brings only bots and results without files at first', async () => {
    expect(await move('--no-files')).toMatchObject({
      files: { brought: 0, bytes: 0, failed: 0 },
      results: { imported: 38, refused: 0 },
    });
    expect(store.reads).toEqual([]);
    expect((await listResults())[0]?.answers.map(({ content }) => content)).toHaveLength(3);
  });

  it('says in a dry run how many files there are, and how large they are, and reads none', async () => {
    const { files } = await move('--dry-run');
    // Some files that cannot be moved still answer a HEAD request.
    expect(files.brought).toBeGreaterThanOrEqual(world.readable.size);
    expect(files.bytes).toBeGreaterThan(world.readable.size * 3_000);
    expect(store.reads).toEqual([]);
    expect(store.heads.length).toBeGreaterThan(0);
  });

  it('reads no file of a result that was erased here', async () => {
    const params = { botId: await findBotId(BOT), resultId: 'r37' };
    await client.deleteResult({ params });
    for (const [address, key] of world.readable) {
      if (key.includes('/results/r37/')) world.readable.delete(address);
    }
  });

  it('goes on after being killed five times', async () => {
    let kills = 0;
    for (const afterReads of [2, 30, 40, 50, 30]) {
      const before = store.reads.length;
      const { child, ended } = startBots(args(), env);
      store.onRead = (count) => {
        if (count - before === afterReads && child.kill('SIGKILL')) kills += 1;
      };
      await ended;
    }
    store.onRead = () => {};
    expect(kills).toBe(5);
    const stats = await readStats();

    const report = await move();
    expect(report.counts).toMatchObject({ failed: 0, unfinished: 0 });
    expect(report.bots.flatMap(({ files }) => files?.failed ?? []).map(({ address }) => address)).toEqual(
      expect.arrayContaining([...world.unreadable.keys()]),
    );
    for (const { address, reason } of report.bots.flatMap(({ files }) => files?.failed ?? [])) {
      expect(reason, address).toMatch(world.unreadable.get(address) as RegExp);
    }
    expect(await readStats()).toEqual(stats);
    expect(store.reads.some((key) => key.includes('/r37/'))).toBe(false);
    const parts = readdirSync(path.join(folder, '.config/bots/moved-files')).filter((name) =>
      name.endsWith('.parts'),
    );
    for (const name of parts)
      expect(readdirSync(path.join(folder, '.config/bots/moved-files', name))).toEqual([]);
  }, 240_000);

  it('has every other file here, byte by byte, and its address wherever the old one was', async () => {
    const moved = new Map<string, string>();
    for (const { typebot, published } of world.content.bots) {
      const botId = await findBotId(typebot.id as string);
      const { bot } = await client.getBot({ params: { botId } });
      collect(typebot, bot as JsonObject, moved);
      if (published) {
        const { publishedBot } = await client.getPublishedBot({ params: { botId } });
        collect(published, publishedBot as JsonObject, moved);
      }
    }
    const results = await listResults();
    for (const result of world.content.results.get(BOT) ?? []) {
      const here = results.find(({ id }) => id === result.id);
      if (here) collect({ answers: result.answers, variables: result.variables }, here as JsonObject, moved);
    }
    for (const address of world.unreadable.keys()) expect(moved.get(address), address).toBe(address);
    for (const [address, key] of world.readable) {
      const here = moved.get(address) as string;
      expect(here, address).not.toBe(address);
      const stored = new URL(here).pathname.split('/').slice(3).map(decodeURIComponent).join('/');
      const isPrivate = key.startsWith('private/');
      expect(stored.split('/')[0]).toBe(
        isPrivate ? 'private' : key.includes('/results/') ? 'uploads' : 'authored',
      );
      const bytes = isPrivate
        ? readFileSync(path.join(folder, 'files', stored))
        : Buffer.from(await (await fetch(here)).arrayBuffer());
      expect(digest(bytes), address).toBe(digest(store.files.get(key)?.bytes as Buffer));
      if (isPrivate) expect((await fetch(here)).ok).toBe(false);
    }
  });

  it('reads only what is missing the next time, and neither doubles nor changes answers', async () => {
    const [before, stats] = [await listResults(), await readStats()];
    expect(before.map(({ answers }) => answers.length)).toEqual(Array.from({ length: 37 }, () => 3));
    store.reads.length = 0;
    const report = await move();
    expect(report).toMatchObject({
      counts: { unchanged: 2 },
      results: { imported: 0, updated: 0, unchanged: 37 },
      files: { brought: 0, failed: 12 },
    });
    expect(store.reads.filter((key) => store.files.has(key) && !/large|page|empty/.test(key))).toEqual([]);
    expect(await listResults()).toEqual(before);
    expect(await readStats()).toEqual(stats);
  });

  it('brings a file once it is there', async () => {
    const [address] = [...world.unreadable.keys()];
    const key = new URL(address as string).pathname.replace('/typebot/', '');
    store.files.set(key, { bytes: Buffer.from('late'), mediaType: 'image/png' });
    expect(await move()).toMatchObject({ counts: { updated: 1 }, files: { brought: 1, failed: 11 } });
    expect(await move()).toMatchObject({ counts: { unchanged: 2 }, files: { brought: 0, failed: 11 } });
  });

  it('leaves nothing behind that points to the store, except what the report names', async () => {
    const check = async (host: string, ...options: string[]) => {
      const { exitCode, stdout } = await runBots(['check', '--links-to', host, '--json', ...options], env);
      const { found } = JSON.parse(stdout) as { found: { location: string; addresses: string[] }[] };
      expect(exitCode).toBe(found.length > 0 ? 1 : 0);
      return found;
    };
    for (const host of [`localhost:${store.port}`, `127.0.0.1:${store.port}`]) {
      const found = await check(host, '--no-releases');
      expect(found.map(({ location }) => location)).toEqual(['draft', 'published copy']);
      for (const address of found.flatMap(({ addresses }) => addresses))
        expect([...world.unreadable.keys()]).toContain(address);
    }
    expect(await check('127.0.0.1:1')).toEqual([]);
    // Chats that began before the files came have the old addresses.
    const releases = await check(`http://localhost:${store.port}/x`, '--no-results');
    expect(releases.map(({ location }) => location)).toContain('release 1');
    const { stdout } = await runBots(['check', await findBotId(BOT), '--links-to', 'localhost'], env);
    expect(stdout).toContain('missing-2.png');
  });

  it('leaves a bot alone that was edited here, and names its old addresses', async () => {
    const botId = await findBotId(BOT);
    const { bot } = await client.getBot({ params: { botId } });
    await client.updateBot({ params: { botId }, body: { bot: { name: `${bot.name}, edited` } } });
    await client.updateBot({
      params: { botId },
      body: { bot: { variables: [...bot.variables, { id: 'v-new', name: 'New' }] } },
    });
    store.reads.length = 0;
    const report = await move();
    const edited = report.bots.find(({ sourceId }) => sourceId === BOT);
    expect(edited?.oldAddresses).toHaveLength(11);
    expect(store.reads).toEqual([]);
  });
});

/** Notes what has become of each address, by its position in the texts. */
function collect(source: unknown, here: unknown, moved: Map<string, string>): void {
  if (typeof source === 'string' && typeof here === 'string') {
    const addresses = (text: string) => text.match(/https?:\/\/[^\s,()]+/g) ?? [];
    const found = addresses(here);
    for (const [index, address] of addresses(source).entries()) moved.set(address, found[index] ?? '');
  } else if (Array.isArray(source) && Array.isArray(here)) {
    for (const [index, entry] of source.entries()) collect(entry, here[index], moved);
  } else if (source && here && typeof source === 'object' && typeof here === 'object') {
    for (const [key, value] of Object.entries(source)) collect(value, (here as JsonObject)[key], moved);
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
