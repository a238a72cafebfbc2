import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoveReport } from '#apps/cli/moving/report/move-report.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { hasSourceWorld } from '#test/support/source-world.ts';
import { botsJson, runBots, startBots } from '../bots-process.ts';
import { type ServiceAndSource, startServiceAndSource } from './service-and-source.ts';

describe.skipIf(!hasSourceWorld)('bots pull', () => {
  let service: ServiceAndSource['service'];
  let client: ServiceAndSource['client'];
  let source: ServiceAndSource['source'];
  let env: ServiceAndSource['env'];

  beforeEach(async () => {
    const started = await startServiceAndSource();
    ({ service, client, source, env } = started);
    return started.stop;
  });

  const args = (...more: string[]) => ['pull', ...more, '--from', source.url, '--to', service.workspaceId];
  const pulled = (...more: string[]): Promise<MoveReport> => botsJson(args(...more), env);
  const idOf = ({ bots }: MoveReport, name: string) => bots.find((bot) => bot.name === name)?.botId as string;

  function quiz() {
    const bot = source.content.bots.find(({ typebot }) => typebot.publicId === 'acme-quiz');
    if (!bot?.published) throw new Error('The recorded quiz is missing');
    return { typebot: bot.typebot, published: bot.published };
  }

  function publishThere(font: string): void {
    const { typebot, published } = quiz();
    const theme = { general: { font: { type: 'Google', family: font } } };
    Object.assign(typebot, { theme });
    Object.assign(published, { theme });
  }

  async function fontHere(botId: string): Promise<unknown> {
    const { publishedBot } = await client.getPublishedBot({ params: { botId } });
    const theme = publishedBot?.theme as { general?: JsonObject } | undefined;
    return theme?.general?.font;
  }

  it('publishes here what is published there, and leaves drafts and unpublished bots behind', async () => {
    const report = await pulled();
    const published = source.content.bots.filter((bot) => bot.published);
    expect(report.counts).toMatchObject({
      created: published.length,
      notPublished: source.content.bots.length - published.length,
    });
    const { bot } = await client.getBot({ params: { botId: idOf(report, 'Quiz (draft differs)') } });
    expect(bot.groups).toEqual(quiz().published.groups);
    expect(bot.publicId).toBe('acme-quiz');
  });

  it('brings folders with what is new, and does not ask for them otherwise', async () => {
    expect((await pulled()).folders.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const { folders } = await client.listFolders({ query: { workspaceId: service.workspaceId } });
    expect(folders.map(({ name }) => name)).toEqual(['Marketing', 'Support']);
    source.requests.length = 0;
    expect((await pulled()).folders).toEqual([]);
    expect(source.requests.filter((one) => one.includes('/folders'))).toEqual([]);
  });

  it('does nothing until something is published there', async () => {
    const first = await pulled('Quiz (draft differs)');
    const botId = idOf(first, 'Quiz (draft differs)');
    Object.assign(quiz().typebot, { name: 'Edited, but not published' });
    const { updatedAt } = (await client.getBot({ params: { botId } })).bot;
    expect((await pulled(first.bots[0]?.sourceId as string)).counts.unchanged).toBe(1);
    expect((await client.getBot({ params: { botId } })).bot.updatedAt).toBe(updatedAt);

    publishThere('Lato');
    expect((await pulled(first.bots[0]?.sourceId as string)).counts.updated).toBe(1);
    expect(await fontHere(botId)).toMatchObject({ family: 'Lato' });
  });

  it('replaces what was changed here, and keeps it as a release', async () => {
    const botId = idOf(await pulled(quiz().typebot.id as string), 'Quiz (draft differs)');
    await client.updateBot({ params: { botId }, body: { bot: { variables: [{ id: 'v1', name: 'Ours' }] } } });
    publishThere('Lato');
    expect((await pulled(quiz().typebot.id as string)).counts.updated).toBe(1);
    const { releases } = await client.listReleases({ params: { botId }, query: {} });
    expect(releases.map(({ isPublished }) => isPublished)).toEqual([true, false, false]);
  });

  it('brings no draft when a bot is unpublished there', async () => {
    const id = quiz().typebot.id as string;
    const botId = idOf(await pulled(id), 'Quiz (draft differs)');
    const bot = source.content.bots.find(({ typebot }) => typebot.id === id);
    const before = (await client.getBot({ params: { botId } })).bot;
    Object.assign(bot ?? {}, { published: null });
    Object.assign(bot?.typebot ?? {}, { name: 'Unfinished' });
    const report = await pulled(id);
    expect(report.bots[0]).toMatchObject({ outcome: 'unchanged', isOnlyPublishedHere: true });
    expect((await client.getBot({ params: { botId } })).bot).toEqual(before);
  });

  it('refuses an interval that timers cannot keep', async () => {
    for (const interval of ['0', '-1', 'soon', '86400000']) {
      const { exitCode, stderr } = await runBots(args('--watch', '--interval', interval), env);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining('Expected 1 to 86400'),
      });
    }
  });

  it('does not go on watching if the first pull cannot work', async () => {
    const { exitCode, stderr } = await runBots(
      ['pull', '--from', source.url, '--to', service.workspaceId, '--token', 'wrong', '--watch'],
      env,
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('refuses the token'),
    });
  });

  it('lets a move bring the draft later', async () => {
    const botId = idOf(await pulled(quiz().typebot.id as string), 'Quiz (draft differs)');
    const moved = await botsJson(
      ['move', '--from', source.url, '--to', service.workspaceId, '--only', quiz().typebot.id as string],
      env,
    );
    expect(moved.counts.updated).toBe(1);
    expect((await client.getBot({ params: { botId } })).bot.groups).toEqual(quiz().typebot.groups);
  });

  it('watches: brings each publication, and outlasts a source that fails', async () => {
    const botId = idOf(await pulled(quiz().typebot.id as string), 'Quiz (draft differs)');
    const { child, ended } = startBots(args(quiz().typebot.id as string, '--watch', '--interval', '1'), env);
    try {
      await vi.waitUntil(() => source.requests.length > 8, { timeout: 20_000 });
      publishThere('Lato');
      await vi.waitUntil(async () => JSON.stringify({ font: await fontHere(botId) }).includes('Lato'), {
        timeout: 20_000,
      });

      let failures = 0;
      source.faultOf = () => {
        failures += 1;
        return failures < 6 ? { status: 404 } : undefined;
      };
      publishThere('Inter');
      await vi.waitUntil(async () => JSON.stringify({ font: await fontHere(botId) }).includes('Inter'), {
        timeout: 20_000,
      });
    } finally {
      child.kill('SIGINT');
    }
    const { stdout, stderr } = await ended;
    expect(stdout.match(/updated/g)?.length).toBeGreaterThanOrEqual(2);
    expect(stdout).not.toContain('unchanged');
    expect(stderr).toContain('Trying again in 1 seconds');
  }, 90_000);
});
