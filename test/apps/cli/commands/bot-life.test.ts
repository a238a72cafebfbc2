import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#apps/client/client.ts';
import { botsJson, hasTerminal, runBots, runInTerminal } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { type ScriptedService, startScriptedService } from '../scripted-service.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;
/** A published copy of the sample bot, for one test. */
let botId: string;
let publicId: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-life-'));
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

/** Returns the path of a new file with this JSON. */
function writeOperations(name: string, operations: unknown): string {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(operations));
  return file;
}

beforeEach(async () => {
  const client = createClient(service);
  ({
    bot: { id: botId },
  } = await client.duplicateBot({ params: { botId: service.sample.botId } }));
  ({ publicId } = await client.publishBot({ params: { botId } }));
});

describe('a bot named by its public id', () => {
  it('is found by every command that takes a bot', async () => {
    const file = path.join(folder, 'exported.json');
    await json('export', publicId, '-o', file);
    const results = path.join(folder, 'results.json');
    writeFileSync(results, JSON.stringify([{ id: `${botId}-r`, createdAt: '2026-03-01T10:00:00.000Z' }]));
    const commands = [
      ['releases', publicId],
      ['releases', 'list', publicId],
      ['diff', publicId],
      ['check', publicId],
      ['graph', publicId, '-o', path.join(folder, 'flow.svg')],
      ['results', 'list', publicId],
      ['results', 'export', publicId, '-o', path.join(folder, 'results.csv')],
      ['stats', publicId],
      ['end-chats', publicId],
      ['public-id', 'show', publicId],
      ['webhook-replies', 'show', publicId],
      ['credentials', 'list', '--bot', publicId],
      ['import', file, '--replace', publicId, '--dry-run'],
      ['results', 'import', results, '--bot', publicId],
      ['results', 'delete', publicId, '--yes'],
      ['edit', publicId, '--apply', writeOperations('empty', [])],
      ['unpublish', publicId],
    ];
    for (const command of commands) {
      expect([command, (await bots(...command, '--json')).stderr]).toEqual([command, '']);
    }
    const { entries } = await json('audit', '--bot', publicId);
    expect(entries.map((entry: { botId: string }) => entry.botId)).toContain(botId);
    const gone = await json('audit', '--bot', 'gone');
    expect(gone.entries).toEqual([]);
  });

  it('is previewed', async () => {
    const { stdout } = await runBots(['chat', publicId, '--preview', '--json'], env);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toHaveProperty('sessionId');
  });

  it('is not looked for if a result is missing', async () => {
    expect(await bots('transcript', botId, publicId)).toEqual(
      failed(new RegExp(`^error: NOT_FOUND: Result not found: ${publicId} `)),
    );
  });

  it.each(['nobody-has-this', 'No-Public-Id'])('is reported as missing: %s', async (named) => {
    expect(await bots('stats', named)).toEqual(
      failed(new RegExp(`^error: NOT_FOUND: Bot not found: ${named} `)),
    );
  });
});

describe('publish', () => {
  it('says where the bot can be reached', async () => {
    const { stdout } = await bots('publish', botId);
    expect(stdout).toBe(
      `Published as release 1 under the public id ${publicId}\n` +
        `Page  ${service.chatUrl}/${publicId}\nAPI   ${service.chatUrl}/v1/bots/${publicId}/startChat\n`,
    );
    const { startChatUrl } = await json('publish', botId);
    expect((await fetch(startChatUrl, { method: 'POST' })).status).toBe(200);
  });

  it('says it only if the chat address is known', async () => {
    const only = { HOME: folder, BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: service.token };
    expect((await runBots(['publish', botId], only)).stdout).toBe(
      `Published as release 1 under the public id ${publicId}\n`,
    );
  });
});

describe('webhook-replies', () => {
  it('shows and sets how a bot takes replies to its Listen blocks', async () => {
    expect(await json('webhook-replies', 'set', botId, 'data')).toEqual({ botId, webhookReplies: 'data' });
    expect((await bots('webhook-replies', 'show', publicId)).stdout).toMatch(
      new RegExp(`^data: .+ \\(${botId}\\) takes .+ which anybody can forge\\.\n$`),
    );
    expect((await bots('webhook-replies', 'set', botId, 'text')).stdout).toMatch(
      /^text: .+ fills in no variable/,
    );
    expect(await json('webhook-replies', 'show', botId)).toEqual({ botId, webhookReplies: 'text' });
  });

  it('refuses other values, and a bot that does not exist', async () => {
    expect(await bots('webhook-replies', 'set', botId, 'signed')).toEqual(
      failed(/'signed' is invalid for argument 'replies'\. Allowed choices are data, text\./),
    );
    expect(await bots('webhook-replies', 'set', 'gone', 'text')).toEqual(failed(/^error: NOT_FOUND: /));
    expect(await json('webhook-replies', 'show', botId)).toEqual({ botId, webhookReplies: 'text' });
  });
});

describe('public-id', () => {
  it('shows, sets and clears it', async () => {
    const url = (id: string) => `${service.chatUrl}/${id}`;
    expect(await json('public-id', 'show', botId)).toMatchObject({ botId, publicId, pageUrl: url(publicId) });
    const other = `set-${botId}`;
    expect((await bots('public-id', 'set', botId, other)).stdout).toBe(
      `${other}\n${url(other)}\n${service.chatUrl}/v1/bots/${other}/startChat\n`,
    );
    expect(await json('public-id', 'clear', other, '--yes')).toEqual({ botId, publicId: null });
    expect((await bots('public-id', 'clear', botId)).stdout).toBe(`${botId} has no public id.\n`);
  });

  it('refuses one that is taken or is none, and a bot that does not exist', async () => {
    const another = await json('publish', (await json('duplicate', botId)).bot.id);
    expect(await bots('public-id', 'set', botId, another.publicId)).toEqual(failed(/^error: CONFLICT: /));
    expect(await bots('public-id', 'set', botId, 'Not One')).toEqual(failed(/^error: BAD_REQUEST: /));
    for (const command of [
      ['show', 'gone'],
      ['set', 'gone', 'x'],
      ['clear', 'gone'],
    ]) {
      expect(await bots('public-id', ...command)).toEqual(
        failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /),
      );
    }
  });

  it('clears it only if told so', async () => {
    expect(await bots('public-id', 'clear', botId)).toEqual(
      failed('No terminal to ask for confirmation: add --yes to remove it'),
    );
    expect((await json('public-id', 'show', botId)).publicId).toBe(publicId);
  });

  it.runIf(hasTerminal)('asks, naming the bot', async () => {
    const { exitCode, stdout } = await runInTerminal(['public-id', 'clear', botId], env, ['n']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(new RegExp(`Remove the public id ${publicId} of .+ \\(${botId}\\)\\?`));
    expect(stdout).toContain('Nothing was changed');
  });
});

describe('rename', () => {
  it('changes the name of the draft', async () => {
    expect((await bots('rename', publicId, 'Winter hours')).stdout).toBe(
      `${botId} is now called Winter hours.\n`,
    );
    expect((await json('export', botId)).name).toBe('Winter hours');
  });

  it('refuses an empty name, a missing bot, and a missing name', async () => {
    expect(await bots('rename', botId, ' ')).toEqual(failed('The name is empty'));
    expect(await bots('rename', 'gone', 'Name')).toEqual(failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /));
    expect(await bots('rename', botId)).toEqual(failed("missing required argument 'name'"));
  });
});

describe('edit', () => {
  const renameTo = (was: string, value: string) => ({ op: 'changeBot', path: ['name'], was, value });

  it('applies operations from a file or from standard input, once', async () => {
    const { name } = await json('export', botId);
    const file = writeOperations('rename', [renameTo(name, 'Winter hours')]);
    expect((await bots('edit', publicId, '--apply', file, '--dry-run')).stdout).toBe(
      `Would apply 1 operation to the draft of ${botId}\n`,
    );
    expect((await json('export', botId)).name).toBe(name);
    expect((await bots('edit', publicId, '--apply', file)).stdout).toBe(
      `Applied 1 operation to the draft of ${botId}\n`,
    );
    expect((await bots('edit', botId, '--apply', file)).stdout).toBe(
      `Nothing to change in ${botId}: it is as the operations make it\n`,
    );
    const sent = JSON.stringify({ operations: [renameTo('Winter hours', 'Summer hours')] });
    const { stdout } = await runBots(['edit', botId, '--apply', '-', '--json'], env, sent);
    expect(JSON.parse(stdout)).toMatchObject({ bot: { id: botId }, isChanged: true });
    expect((await json('export', botId)).name).toBe('Summer hours');
  });

  it('shows the values that operations expect, and those of the bot', async () => {
    const { name } = await json('export', botId);
    const file = writeOperations('conflict', [renameTo('Another\nname', 'Mine')]);
    const { exitCode, stdout, stderr } = await bots('edit', botId, '--apply', file);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: CONFLICT: Nothing was changed: operations\[0\]: /);
    expect(stderr).toContain(`; expected "Another\\nname", found ${JSON.stringify(name)}\n`);
    const { stderr: failure } = await bots('edit', botId, '--apply', file, '--json');
    expect(JSON.parse(failure).error).toMatchObject({
      code: 'CONFLICT',
      conflicts: [{ index: 0, was: 'Another\nname', current: name }],
    });
  });

  it('converts an old draft only if told to, and says what it kept', async () => {
    const document = { version: '5' as const, name: 'Old', groups: [], edges: [], variables: [] };
    const { bot } = await createClient(service).importBot({
      body: { workspaceId: service.workspaceId, bot: document },
    });
    const file = writeOperations('migrate', [renameTo('Old', 'New')]);
    const refused = await bots('edit', bot.id, '--apply', file);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: MIGRATION_NEEDED: .+\n--migrate converts it, and keeps it as a release\.\n$/,
      ),
    ]);
    expect((await bots('edit', bot.id, '--apply', file, '--migrate')).stdout).toBe(
      `Applied 1 operation to the draft of ${bot.id}\nThe draft as it was is kept as release 1\n`,
    );
  });

  it('refuses files without operations, and a missing bot', async () => {
    expect(await bots('edit', botId)).toEqual(failed(/required option '--apply <file>'/));
    expect(await bots('edit', botId, '--apply', path.join(folder, 'gone.json'))).toEqual(failed(/ENOENT/));
    for (const content of ['text', null, { operations: {} }]) {
      const file = writeOperations('none', content);
      expect(await bots('edit', botId, '--apply', file)).toEqual(
        failed('Expected a JSON list of operations'),
      );
    }
    expect(await bots('edit', 'gone', '--apply', writeOperations('empty', []))).toEqual(
      failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /),
    );
  });
});

describe('archive and restore', () => {
  it('take a bot off the list and its address, and bring it back', async () => {
    expect((await bots('archive', publicId, '--yes')).stdout).toBe(
      `Archived ${botId}. To bring it back: bots restore ${botId}\n`,
    );
    expect(await bots('rename', botId, 'Other')).toEqual(failed(/^error: CONFLICT: /));
    expect((await bots('restore', botId)).stdout).toMatch(`(${botId}) is on the list again.`);
    expect(await json('public-id', 'show', botId)).toEqual({ botId, publicId: null });
  });

  it('refuse a missing bot, and archive only if told so', async () => {
    expect(await bots('archive', 'gone', '--yes')).toEqual(
      failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /),
    );
    expect(await bots('restore', 'gone')).toEqual(failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /));
    expect(await bots('archive', botId)).toEqual(
      failed('No terminal to ask for confirmation: add --yes to archive it'),
    );
  });

  it.runIf(hasTerminal)('ask, naming the bot and what it loses', async () => {
    const { exitCode, stdout } = await runInTerminal(['archive', botId], env, ['']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`(${botId})? It loses its public id ${publicId}.`);
    expect(stdout).toContain('Nothing was archived');
  });
});

describe('duplicate', () => {
  it('copies the draft under a name and into a folder', async () => {
    const { bot } = await json('duplicate', publicId, '--name', 'Copy', '--folder', 'copies');
    expect(bot).toMatchObject({ name: 'Copy', folderId: 'copies', publicId: null });
    expect((await json('duplicate', bot.id, '--folder', 'root')).bot.folderId).toBeNull();
  });

  it('refuses an empty name, a missing bot, and a workspace that is not there', async () => {
    expect(await bots('duplicate', botId, '--name', '')).toEqual(failed('The name is empty'));
    expect(await bots('duplicate', 'gone')).toEqual(failed(/^error: NOT_FOUND: Bot not found: [\w-]+ /));
    expect(await bots('duplicate', botId, '--to-workspace', 'gone')).toEqual(
      failed(/^error: NOT_FOUND: Workspace not found: [\w-]+ /),
    );
  });
});

describe('releases restore', () => {
  it('makes a release the draft again, and says where the draft went', async () => {
    await json('rename', botId, 'Later');
    const { stdout } = await bots('releases', 'restore', publicId, '1');
    expect(stdout).toMatch(`The draft of ${botId} is release 1 again`);
    expect(stdout).toContain('The previous draft is kept as release 2.');
    expect((await json('export', botId)).name).not.toBe('Later');
    expect((await json('releases', botId)).releases).toHaveLength(2);
  });

  it.each(['9', 'first'])('refuses release %s', async (release) => {
    expect(await bots('releases', 'restore', botId, release)).toEqual(
      failed(/^error: (NOT_FOUND|BAD_REQUEST): /),
    );
  });
});

describe('stats', () => {
  it('shows totals and days', async () => {
    expect((await bots('stats', botId)).stdout).toMatch(/^Opened {5}0\nStarted {4}0\nCompleted {2}0 \(0% /);
    await runBots(['chat', publicId, '--json'], env);
    expect((await bots('stats', botId, '--time-zone', 'UTC')).stdout).toMatch(
      /\n\nDAY {9}OPENED {2}STARTED {2}COMPLETED\n\d{4}-\d\d-\d\d {2}1 /,
    );
  });

  it('refuses a period or a time zone that does not exist', async () => {
    expect(await bots('stats', botId, '--time-filter', 'ever')).toEqual(
      failed(/^error: option .* is invalid/),
    );
    expect(await bots('stats', botId, '--time-zone', 'Mars')).toEqual(failed(/^error: BAD_REQUEST: /));
  });
});

describe('transcript', () => {
  it('shows who said what', async () => {
    const { botId: sample, resultId } = service.sample;
    const { stdout } = await bots('transcript', sample, resultId);
    expect(stdout).toMatch(/^bot {3}.+\nuser {2}Ada\nbot /);
    expect((await json('transcript', sample, resultId)).transcript).toContainEqual({
      role: 'user',
      type: 'text',
      text: 'Ada',
    });
  });

  it('refuses a result that is not of the bot', async () => {
    expect(await bots('transcript', botId, service.sample.resultId)).toEqual(
      failed(/^error: NOT_FOUND: Result not found: [\w-]+ /),
    );
  });
});

describe('results delete', () => {
  let ids: string[];

  beforeEach(async () => {
    const results = [1, 2, 3].map((day) => ({
      id: `${botId}-${day}`,
      createdAt: `2026-03-0${day}T10:00:00.000Z`,
      isCompleted: day === 3,
      answers: [{ blockId: 'ask-name', content: 'Ada' }],
    }));
    ids = results.map(({ id }) => id);
    await createClient(service).importResults({ params: { botId }, body: { results } });
  });

  const left = async () => (await json('results', 'list', botId)).results.map(({ id }: { id: string }) => id);
  const remove = (...args: string[]) => bots('results', 'delete', publicId, ...args);

  it('deletes the named ones, and says which ids were none', async () => {
    expect((await remove(ids[0] ?? '', '--yes')).stdout).toBe(`Deleted 1 result of ${botId}.\n`);
    const again = await remove(ids[0] ?? '', ids[1] ?? '', '--yes');
    expect(again).toEqual({
      exitCode: 1,
      stdout: `Deleted 1 result of ${botId}.\n1 id is not of a result of this bot.\n`,
      stderr: '',
    });
    expect(await left()).toEqual([ids[2]]);
  });

  it('deletes those of a period, and those that are complete', async () => {
    const period = ['--from', '2026-03-02T00:00:00Z', '--to', '2026-03-03T00:00:00Z', '--yes'];
    expect((await remove(...period)).stdout).toBe(`Deleted 1 result of ${botId}.\n`);
    expect(await left()).toEqual([ids[2], ids[0]]);
    expect((await remove(...period)).stdout).toBe('No results match.\n');
    expect((await remove('--completed', 'true', '--yes', '--json')).stdout).toBe(
      `${JSON.stringify({ botId, deleted: 1, notFound: 0 }, null, 2)}\n`,
    );
    expect(await left()).toEqual([ids[0]]);
  });

  it('refuses what contradicts itself, and deletes nothing', async () => {
    const one = ids[0] ?? '';
    expect(await remove(one, '--completed', 'true', '--yes')).toEqual(
      failed('Specify either results or a period'),
    );
    expect(await remove(one, '--no-wait', '--yes')).toEqual(
      failed('--no-wait is only for deleting all results'),
    );
    expect(await remove('--from', 'yesterday', '--yes')).toEqual(failed(/^error: BAD_REQUEST: /));
    for (const args of [[one], ['--completed', 'false'], []]) {
      expect(await remove(...args)).toEqual(
        failed('No terminal to ask for confirmation: add --yes to delete them'),
      );
    }
    expect(await left()).toHaveLength(3);
  });

  it.runIf(hasTerminal)('asks, naming the bot and how many', async () => {
    const one = await runInTerminal(['results', 'delete', botId, ids[0] ?? ''], env, ['n']);
    expect(one.stdout).toMatch(new RegExp(`Delete 1 result of .+ \\(${botId}\\) for good\\?`));
    const some = await runInTerminal(['results', 'delete', botId, '--completed', 'false'], env, ['y']);
    expect(some.stdout).toMatch(new RegExp(`Delete the chosen 2 results of .+ \\(${botId}\\) for good\\?`));
    expect(await left()).toEqual([ids[2]]);
  });
});

describe('colours', () => {
  it.runIf(hasTerminal)('are shown on a terminal, unless NO_COLOR is set', async () => {
    const onTerminal = { ...env, TERM: 'xterm-256color' };
    const escapeCharacter = String.fromCharCode(27);
    expect((await runInTerminal(['list'], onTerminal, [])).stdout).toContain(`${escapeCharacter}[1mBOT`);
    expect((await runInTerminal(['list'], { ...onTerminal, NO_COLOR: '1' }, [])).stdout).not.toContain(
      escape,
    );
    expect((await runInTerminal(['list', '--json'], onTerminal, [])).stdout).not.toContain(escapeCharacter);
  });

  it('are not written into a pipe', async () => {
    const { stdout } = await runBots(['list'], { ...env, TERM: 'xterm-256color' });
    expect(stdout).toMatch(/^BOT /);
  });
});

describe('with a scripted service', () => {
  let scripted: ScriptedService | undefined;

  afterEach(async () => {
    await scripted?.stop();
  });

  it('results delete goes on while the service says that something remains', async () => {
    scripted = await startScriptedService((line, count) =>
      line === 'GET /v1/bots/b1'
        ? { body: { bot: { id: 'b1', name: 'Orders', workspaceId: 'w1' } } }
        : { body: { deleted: 1, notFound: 0, remaining: count < 4 } },
    );
    const { stdout } = await runBots(['results', 'delete', 'b1', 'r1', 'r2', 'r3', '--yes'], scripted.env);
    expect(stdout).toBe('Deleted 3 results of b1.\n');
    expect(scripted.lines.slice(1)).toEqual(Array(3).fill('DELETE /v1/bots/b1/results'));
  });

  it('a public id is looked for on all pages of all workspaces', async () => {
    const bot = { id: 'b7', publicId: 'orders' };
    scripted = await startScriptedService((line) => {
      if (line === 'GET /v1/me') return { body: { workspaces: [{ id: 'w1' }, { id: 'w2' }] } };
      if (line.includes('workspaceId=w1')) return { body: { bots: [] } };
      if (line.includes('cursor=c2')) return { body: { bots: [bot] } };
      if (line.includes('workspaceId=w2')) return { body: { bots: [], nextCursor: 'c2' } };
      if (line === 'POST /v1/bots/b7/unpublish') return { body: { message: 'success' } };
      return { status: 404, body: { code: 'NOT_FOUND', message: 'Bot not found' } };
    });
    expect((await runBots(['unpublish', 'orders'], scripted.env)).stdout).toMatch(
      /^b7 is no longer published/,
    );
  });
});
