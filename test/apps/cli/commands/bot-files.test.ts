import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml } from '#apps/documents/parse-yaml.ts';
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
      'error: line 2, column 1: The key "operations" is there twice\n',
    );
    expect((await bots('edit', files[0].botId, '--apply', write('text.yaml', 'text'))).stderr).toBe(
      'error: Expected a YAML list of operations\n',
    );
  });

  it.each([
    [
      'a key that is there twice',
      `${LOOSE}version: "6"\n`,
      'line 12, column 1: The key "version" is there twice',
    ],
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
