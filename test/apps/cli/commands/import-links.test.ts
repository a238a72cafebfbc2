import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findLinkedBotIds } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { botsJson, runBots } from '#test/apps/cli/bots-process.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import {
  type ScriptedResponse,
  type ScriptedService,
  startScriptedService,
} from '#test/apps/cli/scripted-service.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

/** A document of elsewhere that has an id and links to others. */
const linking = (id: string, ...botIds: string[]): JsonObject => ({
  ...chatBot([
    {
      id: 'g',
      blocks: botIds.map((typebotId, index) => ({
        id: `link-${index}`,
        type: 'Typebot link',
        options: { typebotId },
      })),
    },
  ]),
  id,
  name: id,
});
const linksIn = (document: unknown) => findLinkedBotIds(document as JsonObject).map(({ botId }) => botId);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-links-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Writes documents, or text, to a new folder. */
function folderOf(files: Record<string, unknown>): string {
  const place = path.join(folder, uniqueName('flows'));
  mkdirSync(place);
  for (const [name, content] of Object.entries(files)) write(place, name, content);
  return place;
}

function write(place: string, name: string, content: unknown): void {
  writeFileSync(
    path.join(place, `${name}.json`),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

type File = {
  file: string;
  outcome: string;
  botId: string;
  links?: { rewritten: number; nowhere: { botId: string; path: string; message: string }[]; error?: object };
};

describe('bots import of bots that link to each other', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    service = await startService(path.join(folder, 'data'));
    env = { DATA_DIR: path.join(folder, 'data'), HOME: folder, XDG_CONFIG_HOME: path.join(folder, 'config') };
  });
  afterAll(() => service.stop());

  const json = (...args: string[]) => botsJson(args, env);
  const bots = (...args: string[]) => runBots(args, env);
  const byName = (files: File[]) =>
    Object.fromEntries(files.map((file) => [path.basename(file.file, '.json'), file]));
  const readDraft = async (botId: string): Promise<JsonObject> => await json('export', botId);
  const countBots = async () => (await json('list', '--all')).bots.length;

  it('rewrites links in a circle, to itself and to bots that come later, without a release', async () => {
    const place = folderOf({
      a: linking('src-a', 'src-b', 'src-a', 'current'),
      b: linking('src-b', 'src-a', 'src-c', 'src-c'),
      c: linking('src-c'),
    });
    const report = await json('import', place);
    expect(report.links).toEqual({ rewritten: 5, nowhere: 0 });
    const { a, b, c } = byName(report.files) as Record<'a' | 'b' | 'c', File>;
    expect(linksIn(await readDraft(a.botId))).toEqual([b.botId]);
    expect(linksIn(await readDraft(b.botId))).toEqual([a.botId, c.botId, c.botId]);
    expect(JSON.stringify((await readDraft(a.botId)).groups)).not.toContain('src-');
    expect(c).not.toHaveProperty('links');
    for (const { botId } of [a, b, c]) expect((await json('releases', botId)).releases).toEqual([]);
  });

  it('changes nothing when repeated, nor what somebody has changed since', async () => {
    const place = folderOf({ a: linking('src-a', 'src-b', 'gone'), b: linking('src-b', 'src-a') });
    const first = await json('import', place);
    const before = await json('list', '--all');
    const again = await json('import', place);
    expect(again.counts).toMatchObject({ imported: 0, known: 2 });
    expect(again.links).toEqual({ rewritten: 0, nowhere: 1 });
    expect(again.files.map(({ botId }: File) => botId)).toEqual(first.files.map(({ botId }: File) => botId));
    expect(await json('list', '--all')).toEqual(before);

    const [{ botId }] = first.files;
    write(place, 'edited', linking('another', 'by-hand'));
    await json('import', path.join(place, 'edited.json'), '--replace', botId);
    rmSync(path.join(place, 'edited.json'));
    await json('import', place);
    expect(linksIn(await readDraft(botId))).toEqual(['by-hand']);
  });

  it('recognises a bot when one that it links to is imported later', async () => {
    const place = folderOf({ a: linking('src-a', 'src-b'), b: '{ "name": ' });
    const first = await bots('import', place, '--json');
    expect(first.exitCode).toBe(1);
    const { a } = byName(JSON.parse(first.stdout).files) as { a: File };
    expect(a).toMatchObject({ outcome: 'imported', links: { rewritten: 0, nowhere: [{ botId: 'src-b' }] } });
    const count = await countBots();

    write(place, 'b', linking('src-b'));
    const second = byName((await json('import', place)).files) as Record<'a' | 'b', File>;
    expect(second.a).toMatchObject({
      outcome: 'known',
      botId: a.botId,
      links: { rewritten: 1, nowhere: [] },
    });
    expect(linksIn(await readDraft(a.botId))).toEqual([second.b.botId]);
    expect(await countBots()).toBe(count + 1);
  });

  it('reports links that lead nowhere, and leaves those to bots of the workspace alone', async () => {
    const [{ botId: known }] = (await json('import', folderOf({ known: linking('any') }))).files;
    const place = folderOf({
      a: linking('src-a', known, 'gone', 'src-b', 'import', 'not an id'),
      'b-1': linking('src-b', 'current'),
      'b-2': linking('src-b', 'src-b'),
    });
    const { stdout, exitCode } = await bots('import', place, '--report', path.join(folder, 'links.json'));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^ {10}bot\.groups\[\d\]\.blocks\[1\]\.options\.typebotId: leads to a bot that is neither among the files nor in the workspace$/m,
    );
    expect(stdout).toMatch(
      /typebotId: could lead to any of 2 files with this id: .*b-1\.json, .*b-2\.json$/m,
    );
    expect(stdout).toMatch(/^1 link between bots rewritten, 4 links lead nowhere$/m);
    const { a } = byName((await json('import', place)).files) as { a: File };
    expect(a.links?.nowhere.map(({ botId }) => botId)).toEqual(['gone', 'src-b', 'import', 'not an id']);
    expect(linksIn(await readDraft(a.botId))).toEqual([known, 'gone', 'src-b', 'import', 'not an id']);
  });

  it('reports what a dry run would rewrite, and stores nothing', async () => {
    const place = folderOf({ a: linking('src-a', 'src-b', 'gone'), b: linking('src-b', 'src-a') });
    const count = await countBots();
    const { stdout } = await bots('import', place, '--dry-run');
    expect(stdout).toMatch(/^2 links between bots can be rewritten, 1 link leads nowhere$/m);
    expect(await countBots()).toBe(count);
  });

  it('leaves an archived bot as it is', async () => {
    const place = folderOf({ a: linking('src-a', 'src-b') });
    const [{ botId }] = (await json('import', place)).files;
    await fetch(`${service.baseUrl}/v1/bots/${botId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.token}` },
    });
    write(place, 'b', linking('src-b'));
    const { files, links } = await json('import', place);
    expect(files[0]).toMatchObject({ outcome: 'known', botId });
    expect(links).toEqual({ rewritten: 0, nowhere: 0 });
  });

  it('takes the public ids of documents with --keep-public-ids', async () => {
    const publicId = uniqueName('kept');
    const place = folderOf({ a: { ...linking('src-a'), publicId } });
    const plain = byName((await json('import', place)).files) as { a: File };
    const kept = byName((await json('import', place, '--keep-public-ids')).files) as { a: File };
    expect(kept.a).toMatchObject({ outcome: 'imported', warnings: [] });
    expect(kept.a.botId).not.toBe(plain.a.botId);
    expect(await readDraft(kept.a.botId)).toMatchObject({ publicId });
    const again = byName((await json('import', place, '--keep-public-ids')).files) as { a: File };
    expect(again.a).toMatchObject({ outcome: 'known', botId: kept.a.botId });

    const copy = folderOf({ copy: { ...linking('src-copy'), publicId } });
    expect((await bots('import', copy, '--keep-public-ids')).stdout).toContain(
      'bot.publicId: left out because another bot has it',
    );
    const file = path.join(place, 'a.json');
    const refused = await bots('import', file, '--replace', kept.a.botId, '--keep-public-ids');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain("'--keep-public-ids' cannot be used with option '--replace <bot>'");
  });
});

describe('bots import, if links cannot be rewritten', () => {
  const failure = (status: number, code: string): ScriptedResponse => ({
    status,
    headers: { 'retry-after': '3600' },
    body: { code, message: 'Not now', requestId: 'r-1' },
  });

  /** A service that has imported the documents and responds to the other requests as scripted. */
  async function serve(
    documents: Record<string, JsonObject>,
    respondTo: (line: string) => ScriptedResponse,
  ): Promise<ScriptedService> {
    const imported = Object.values(documents);
    const service = await startScriptedService((line) => {
      if (!line.includes('/import')) return respondTo(line);
      return { body: { bot: { ...imported.shift(), id: 'new' } } };
    });
    onTestFinished(() => service.stop());
    return service;
  }

  const draft = (...botIds: string[]): ScriptedResponse => ({
    headers: { etag: '"1"' },
    body: { bot: { ...linking('new', ...botIds), workspaceId: 'w', isArchived: false } },
  });

  it('reads the draft again if somebody changes it meanwhile', async () => {
    const files = { a: linking('src-a', 'src-a') };
    let patches = 0;
    const service = await serve(files, (line) => {
      if (!line.startsWith('PATCH')) return draft('src-a');
      patches += 1;
      return patches === 1 ? failure(412, 'PRECONDITION_FAILED') : draft('current');
    });
    const report = await botsJson(['import', folderOf(files), '-w', 'w'], service.env);
    expect(report.links).toEqual({ rewritten: 1, nowhere: 0 });
    const patch = service.requests.filter(({ line }) => line === 'PATCH /v1/bots/new');
    expect(patch.map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"1"']);
    expect(Object.keys(JSON.parse(patch[0]?.body ?? '{}').bot)).toEqual(['groups']);
  });

  it('gives up after five changes, and names the reason', async () => {
    const files = { a: linking('src-a', 'src-a') };
    const service = await serve(files, (line) =>
      line.startsWith('PATCH') ? failure(412, 'PRECONDITION_FAILED') : draft('src-a'),
    );
    const { exitCode, stdout } = await runBots(['import', folderOf(files), '-w', 'w'], service.env);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('links not rewritten: PRECONDITION_FAILED: Not now (request r-1)');
    expect(service.lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(5);
  });

  it.each([
    ['bot that it has just imported', { a: linking('src-a', 'src-a') }],
    ['linked bot', { a: linking('src-a', 'elsewhere') }],
  ])('reports that the service does not let it read the %s', async (_, files) => {
    const service = await serve(files, () => failure(503, 'SERVICE_UNAVAILABLE'));
    const { exitCode, stdout } = await runBots(['import', folderOf(files), '-w', 'w'], service.env);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^imported {2}new/m);
    expect(stdout).toContain('SERVICE_UNAVAILABLE: Not now (request r-1)');
  });
});
