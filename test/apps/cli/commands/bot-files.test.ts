import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml } from '#apps/documents/parse-yaml.ts';
import { startBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { runInProcess } from '../run-in-process.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-files-'));
  service = await startService(path.join(folder, 'data'));
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder, XDG_STATE_HOME: path.join(folder, 'state') };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const bots = (...args: string[]) => runInProcess(args, env);
const inFolder = (name: string) => path.join(folder, name);

async function json(...args: string[]) {
  const { exitCode, stdout, stderr } = await bots(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

function write(name: string, text: string): string {
  writeFileSync(inFolder(name), text);
  return inFolder(name);
}

/** A flow with a comment, whose edge nothing names. */
const LOOSE = `# Greets people
version: "6"
events:
  - { id: e, type: start }
groups:
  - id: g
    title: Hello
    blocks:
      - { id: b, type: text, content: { richText: [{ type: p, children: [{ text: Hi! }] }] } }
edges:
  - { id: edge, from: { eventId: e }, to: { groupId: g } }
`;

const CONNECTED = LOOSE.replace('id: e, ', 'id: e, outgoingEdgeId: edge, ');

describe('YAML', () => {
  it('is what export writes into a file of that name, and import takes back unchanged', async () => {
    const { botId } = service.sample;
    const file = inFolder('sample.yaml');
    await json('export', botId, '-o', file);
    const bot = await json('export', botId);
    expect(await parseYaml(readFileSync(file, 'utf8'))).toEqual(bot);
    expect((await bots('export', botId, '--format', 'yaml')).stdout).toBe(readFileSync(file, 'utf8'));
    const same = await bots('import', file, '--replace', botId);
    expect(same.stdout).toBe(`The draft of ${botId} is already this document\n`);
    const { bots: exported } = await json('export', '--all', inFolder('all'), '--format', 'yaml');
    expect(exported[0].file).toMatch(/\.yaml$/);
    const { counts } = await json('import', inFolder('all'), '--folder', 'copies');
    expect(counts).toMatchObject({ imported: exported.length });
  });

  it('is checked, repaired into a new file and imported, by the name of its file', async () => {
    const file = write('hello.yml', LOOSE);
    const { issues } = await json('check', file, '--fix');
    expect(issues.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    const { events } = (await parseYaml(readFileSync(inFolder('hello.fixed.yml'), 'utf8'))) as {
      events: object[];
    };
    expect(events).toEqual([expect.objectContaining({ outgoingEdgeId: 'edge' })]);
    const { files } = await json('import', inFolder('hello.fixed.yml'), '--dry-run');
    expect(files[0].name).toBe('hello.fixed');
  });

  it('holds operations for edit', async () => {
    const { files } = await json('import', write('edited.yaml', LOOSE));
    const operations = '- { op: changeBot, path: [name], was: edited, value: Renamed }\n';
    const file = write('operations.yaml', operations);
    expect(await json('edit', files[0].botId, '--apply', file)).toMatchObject({ isChanged: true });
    expect((await json('export', files[0].botId)).name).toBe('Renamed');
    const refused = write('operations.yaml', 'operations: 1\noperations: 2');
    expect((await bots('edit', files[0].botId, '--apply', refused)).stderr).toBe(
      'error: line 2, column 1: Duplicate key "operations"\n',
    );
    expect((await bots('edit', files[0].botId, '--apply', write('text.yaml', 'text'))).stderr).toBe(
      'error: Expected a YAML list of operations\n',
    );
  });

  it('is refused unread if the file is too large', async () => {
    const file = write('large.yaml', '');
    truncateSync(file, 20 * 1_024 ** 2 + 1);
    for (const args of [
      ['check', file],
      ['import', file, '--replace', service.sample.botId],
      ['edit', service.sample.botId, '--apply', file],
      ['dev', file, '--once'],
    ]) {
      const { stderr, exitCode } = await bots(...args);
      expect({ stderr, exitCode }).toEqual({
        stderr: 'error: The file is too large: at most 20971520 bytes, this one has 20971521\n',
        exitCode: 1,
      });
    }
  });

  it.each([
    ['a duplicate key', `${LOOSE}version: "6"\n`, 'line 12, column 1: Duplicate key "version"'],
    ['a tag', LOOSE.replace('Hello', '!env NAME'), 'line 7, column 12: Unresolved tag: !env'],
    ['a merge key', LOOSE.replace('id: g', '<<: {}'), 'line 6, column 5: Merge keys are not supported'],
    ['no document', '- a\n', 'A list: expected one JSON object'],
  ])('is refused with its line for %s, by every command that reads it', async (_, text, message) => {
    const file = write('refused.yaml', text);
    const { botId } = service.sample;
    expect((await bots('check', file)).stderr).toContain(message);
    const imported = await bots('import', file);
    expect(imported.exitCode).toBe(1);
    expect(imported.stdout).toContain(message);
    expect((await bots('import', file, '--replace', botId)).stderr).toContain(message);
  });
});

describe('dev', () => {
  /** Starts the command, which runs until it is stopped. `next` is what it prints about the next save. */
  function startDev(...args: string[]) {
    const { child, ended } = startBots(['dev', ...args, '--json'], env);
    const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
    return {
      async next() {
        const { value } = await lines.next();
        return JSON.parse(value ?? '{}');
      },
      async stop() {
        child.kill('SIGINT');
        return (await ended).exitCode;
      },
    };
  }

  const listReleases = async (botId: string) => (await json('releases', botId)).releases.length;

  it('makes a draft of a file, and of each save of it, and names what is wrong with its line', async () => {
    const file = write('dev.yaml', LOOSE);
    const run = startDev(file);
    const first = await run.next();
    expect(first).toMatchObject({ outcome: 'created' });
    expect(first.issues).toContainEqual(expect.objectContaining({ code: 'START_NOT_CONNECTED', line: 3 }));
    const { botId } = first;

    write('dev.yaml', CONNECTED);
    expect(await run.next()).toEqual({ botId, outcome: 'updated', issues: [] });
    write('dev.yaml', LOOSE.replace('id: g', 'id: 7'));
    expect(await run.next()).toMatchObject({
      error: { code: 'BAD_REQUEST', issues: [{ path: 'bot.groups[0].id', line: 6 }] },
    });
    write('dev.yaml', `${LOOSE}name: [`);
    expect((await run.next()).error.message).toContain('The YAML cannot be read: line 12, column 8');
    expect((await json('export', botId)).events[0].outgoingEdgeId).toBe('edge');
    rmSync(file);
    expect((await run.next()).error.message).toContain('no longer exists');

    // A draft that nobody else has changed needs no release. Any other is kept.
    write('dev.yaml', LOOSE.replace('Hi!', 'Good morning!'));
    expect(await run.next()).toMatchObject({ botId, outcome: 'updated' });
    expect(await listReleases(botId)).toBe(0);
    await json('rename', botId, 'Renamed elsewhere');
    write('dev.yaml', LOOSE.replace('Hi!', 'Good evening!'));
    expect(await run.next()).toMatchObject({ botId, outcome: 'replaced', keptAsRelease: 1 });
    expect(await run.stop()).toBe(0);
  });

  it('goes on with the draft of the run before while there is one, or with a bot that is named', async () => {
    const file = write('again.json', JSON.stringify(await parseYaml(CONNECTED)));
    const runOnce = (...args: string[]) => json('dev', file, '--once', ...args);
    const { botId } = await runOnce();
    expect(await runOnce()).toMatchObject({ botId, outcome: 'replaced' });
    expect(await listReleases(botId)).toBe(0);
    const named = service.sample.botId;
    expect(await runOnce('--bot', named)).toMatchObject({ botId: named, outcome: 'replaced' });
    await json('archive', named, '--yes');
    const { stdout, stderr } = await bots('dev', file, '--once');
    expect(stderr).toBe(`The draft of an earlier run, ${named}, is archived: making a new one.\n`);
    expect(stdout).toContain('Created the draft');
    expect(stdout).not.toContain(named);
    expect(await runOnce('--new')).toMatchObject({ outcome: 'created' });
  });

  it('shows each problem with its line, and says so with its exit code', async () => {
    const { stdout, exitCode } = await bots('dev', write('once.yaml', LOOSE), '--once');
    expect(stdout).toContain(`${inFolder('once.yaml')}:3  error    bot.events: the start does not lead`);
    expect(stdout).toMatch(/^Created the draft [a-z0-9]{24}: 2 errors$/m);
    expect(exitCode).toBe(1);
    const refused = await bots('dev', write('once.yaml', LOOSE.replace('id: g', 'id: 7')), '--once');
    expect(refused.stdout).toContain(`${inFolder('once.yaml')}:6  error    bot.groups[0].id: Invalid input`);
    expect(refused.stdout).toContain('Not saved: 1 error\n');
    expect(refused.exitCode).toBe(1);
  });

  it('ends at once for what no save would mend', async () => {
    const file = write('refused-dev.yaml', LOOSE);
    const refused = [
      [['dev', inFolder('nowhere.yaml')], 'There is no file'],
      [['dev', file, '--bot', 'nobody'], 'Bot not found: nobody'],
      [['dev', file, '--workspace', 'elsewhere'], 'Workspace not found'],
      [['dev', file, '--bot', service.sample.botId, '--new'], 'cannot be used with option'],
    ] as const;
    for (const [args, message] of refused) {
      const { exitCode, stderr } = await bots(...args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
    }
    mkdirSync(inFolder('damaged/bots'), { recursive: true });
    write('damaged/bots/dev.json', '{}');
    const damaged = await runInProcess(['dev', file], { ...env, XDG_STATE_HOME: inFolder('damaged') });
    expect(damaged.stderr).toContain('was not written by bots dev');
  });
});
