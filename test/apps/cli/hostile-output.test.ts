import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failHostilely, HOSTILE_TEXT, type HostileRound, respondHostilely } from './hostile-response.ts';
import { findLeaves, runInProcess } from './run-in-process.ts';
import { type ScriptedResponse, type ScriptedService, startScriptedService } from './scripted-service.ts';

/*
 * Calls every command of the program against a service and a source that answer with hostile text in every field, and
 * looks for what a terminal would obey. A new command is covered by itself.
 */

let folder: string;
let service: ScriptedService;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-hostile-'));
  const block = { id: HOSTILE_TEXT, type: 'OpenAI', options: { credentialsId: HOSTILE_TEXT } };
  const groups = [{ id: HOSTILE_TEXT, title: HOSTILE_TEXT, blocks: [block] }];
  const flow = { version: '6', id: HOSTILE_TEXT, name: HOSTILE_TEXT, groups, edges: [], variables: [] };
  writeFileSync(path.join(folder, 'bot.json'), JSON.stringify(flow));
  writeFileSync(path.join(folder, 'results.ndjson'), `${JSON.stringify({ id: HOSTILE_TEXT })}\n`);
});

afterEach(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

/** Commands that no service answers. `operator` works on the table; `mcp` prints only its protocol, see below. */
const isCalled = ([words]: [string[], Command]) => !['operator', 'mcp', 'help'].includes(words[0] ?? '');

const leaves = findLeaves().filter(isCalled);

/** Commands that cannot succeed here, and why they end. */
const ENDS_EARLY: Record<string, RegExp> = {
  'credentials import': /nothing listens there/,
};

/** Values of arguments and of options that commands cannot do without. Others are called `b1`. */
const VALUES = (): Record<string, string> => ({
  path: path.join(folder, 'bot.json'),
  file: path.join(folder, 'results.ndjson'),
  output: path.join(folder, 'output'),
  release: '1',
  role: 'viewer',
  database: 'postgres://user:secret@127.0.0.1:1/bots',
  baseUrl: service.baseUrl,
  from: service.baseUrl,
});

function toArguments([words, command]: [string[], Command], more: string[] = []): string[] {
  const values = VALUES();
  const isGiven = (name: string) => ['yes', 'confirm', 'baseUrl', 'token'].includes(name);
  const options = command.options.filter((option) => option.mandatory || isGiven(option.attributeName()));
  const isPull = words[0] === 'pull' || words[0] === 'move';
  const isRequired = (argument: { required: boolean }) => argument.required || words[0] === 'check';
  return [
    ...words,
    ...command.registeredArguments
      .filter(isRequired)
      .map((one) => values[words[0] === 'dev' ? 'path' : one.name()] ?? 'b1'),
    ...options.flatMap((option) => {
      if (option.defaultValue !== undefined) return [];
      const value = values[option.attributeName()] ?? 'b1';
      return option.required ? [option.long ?? '', value] : [option.long ?? ''];
    }),
    ...(words.join(' ') === 'credentials import' ? ['--file', path.join(folder, 'credentials.json')] : []),
    ...(isPull ? ['--from', service.baseUrl] : []),
    ...(words[0] === 'dev' ? ['--once'] : []),
    ...(words[0] === 'export' ? ['--all', path.join(folder, 'exported')] : []),
    ...more,
  ];
}

/** Colours of our own, and how progress bars and prompts move the cursor. */
const OWN_SEQUENCES = new RegExp(
  `${String.fromCharCode(27)}(?:[78]|\\[(?:(?:[12]|22|3[1239])m|\\?\\d+[hl]|\\d*[GKJ]))`,
  'g',
);

/** Commands whose output has the lines of a conversation or a file. */
const HAS_OWN_LINES = ['chat', 'results export'];

function findHarm(printed: string, command = ''): string[] {
  const rest = printed.replace(OWN_SEQUENCES, '');
  const controls = /(?!\n|\t)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
  return [
    ...(rest.match(controls) ?? []),
    ...(HAS_OWN_LINES.includes(command) ? [] : (rest.match(/^FORGED/gm) ?? [])),
  ].map((one) => JSON.stringify(one));
}

async function serve(respondTo: (line: string) => ScriptedResponse): Promise<NodeJS.ProcessEnv> {
  service = await startScriptedService((line) => {
    if (line.endsWith('/_config.json')) return { body: { botsUrl: `https://bots.example/${HOSTILE_TEXT}` } };
    return respondAsSource(line) ?? respondTo(line);
  });
  return {
    ...service.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    SOURCE_TOKEN: 'source-token',
    ENCRYPTION_SECRET: 'x'.repeat(32),
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
  };
}

/** Typebot with a workspace, a bot and a result. */
function respondAsSource(line: string): ScriptedResponse | undefined {
  const [, target = ''] = line.split(' ');
  const [, at] = /^\/api\/v1\/([^?]*)/.exec(target) ?? [];
  if (at === undefined) return undefined;
  const text = HOSTILE_TEXT;
  const entry = { id: text, name: text, publicId: text, createdAt: text };
  if (at === 'workspaces') return { body: { workspaces: [entry] } };
  if (at === 'typebots') return { body: { typebots: [entry] } };
  if (at.endsWith('/stats')) return { body: { stats: { totalStarts: 3 } } };
  if (at.endsWith('/results')) return { body: { results: [{ ...entry, answers: [], variables: [] }] } };
  if (at.endsWith('/logs')) return { body: { logs: [{ description: text, status: text, details: text }] } };
  const groups = [
    { id: 'g', title: text, blocks: [{ id: 'b', type: 'Typebot link', options: { typebotId: text } }] },
  ];
  const typebot = { ...entry, version: '6', groups, edges: [], variables: [], customDomain: text };
  return { body: at.endsWith('/publishedTypebot') ? { publishedTypebot: typebot } : { typebot } };
}

type Outcome = { command: string; harm: string[]; exitCode: number; stdout: string; stderr: string };

async function callAll(env: NodeJS.ProcessEnv, more: string[] = []): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const leaf of leaves) {
    const { exitCode, stdout, stderr } = await runInProcess(toArguments(leaf, more), env, { isTTY: true });
    const command = leaf[0].join(' ');
    const harm = findHarm(stdout + stderr, command);
    outcomes.push({ command, harm, exitCode, stdout, stderr });
  }
  return outcomes;
}

const pickHarmful = (outcomes: Outcome[]) =>
  outcomes
    .filter(({ harm }) => harm.length > 0)
    .map(({ command, harm, stdout, stderr }) => [command, harm.join(), stdout + stderr]);

describe('in a terminal, no command prints what it would obey', () => {
  it.each<[string, HostileRound]>([
    ['from a service with hostile texts', { variant: 0 }],
    ['from a service with other hostile answers', { variant: 1 }],
    ['from a service with hostile times', { variant: 2, hasHostileTimes: true }],
  ])('%s', async (_, round) => {
    const env = await serve((line) => respondHostilely(line, round));
    const outcomes = await callAll(env);
    expect(pickHarmful(outcomes)).toEqual([]);
    if (round.hasHostileTimes) return;
    const silent = outcomes.filter(({ stdout, stderr }) => stdout + stderr === '');
    expect(silent.map(({ command }) => command)).toEqual([]);
    // Otherwise the test would see little of what they print.
    const ended = outcomes.filter(
      ({ command, stderr }) => /^error: /m.test(stderr) && !ENDS_EARLY[command]?.test(stderr),
    );
    expect(ended.map(({ command, stderr }) => [command, stderr])).toEqual([]);
  });

  it('as JSON, which stays the same', async () => {
    const env = await serve((line) => respondHostilely(line, { variant: 0 }));
    const outcomes = await callAll(env, ['--json']);
    expect(pickHarmful(outcomes)).toEqual([]);
    const { stdout } = outcomes.find(({ command }) => command === 'list') as Outcome;
    expect(JSON.parse(stdout).bots[0].name).toBe(HOSTILE_TEXT);
  });

  it.each([400, 404, 409])('from errors of a service with status %i', async (status) => {
    const env = await serve(() => failHostilely(status));
    expect(pickHarmful(await callAll(env))).toEqual([]);
    expect(pickHarmful(await callAll(env, ['--json']))).toEqual([]);
  });
});

describe('in a pipe', () => {
  it('JSON and exports are what the service sent', async () => {
    const env = await serve((line) => respondHostilely(line, { variant: 0 }));
    const csv = await runInProcess(['results', 'export', 'b1'], env);
    expect(csv.stdout).toBe(HOSTILE_TEXT);
    const exported = await runInProcess(['export', 'b1'], env);
    expect(exported.stdout).toContain('\u202e');
    expect(JSON.parse(exported.stdout).name).toBe(HOSTILE_TEXT);
  });

  it('text for people is as harmless as in a terminal', async () => {
    const env = await serve((line) => respondHostilely(line, { variant: 0 }));
    const { stdout, stderr } = await runInProcess(['list'], env);
    expect(findHarm(stdout + stderr)).toEqual([]);
    // A word that is pasted into a shell stays one word.
    expect(stderr).toContain(`--cursor 'x'\\'' FORGED`);
  });
});
