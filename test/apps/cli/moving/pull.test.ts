import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoveReport } from '#lib/apps/cli/moving/move-report.ts';
import { type Client, createClient } from '#lib/client/client.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import {
  recordedContent,
  SOURCE_TOKEN,
  type SourceApiServer,
  startSourceApi,
} from '#test/support/source-api.ts';
import { hasSourceWorld } from '#test/support/source-world.ts';
import { botsJson, startBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';

describe.skipIf(!hasSourceWorld)('bots pull', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof startService>>;
  let client: Client;
  let source: SourceApiServer;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bots-pull-'));
    service = await startService(folder);
    client = createClient(service);
    source = await startSourceApi(recordedContent());
    env = { DATA_DIR: folder, HOME: folder, SOURCE_TOKEN };
  });

  afterEach(async () => {
    await source?.stop();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
