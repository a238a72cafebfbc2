import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#apps/local/free-port.ts';
import { botsJson, runBots } from './bots-process.ts';
import { startService } from './local-service.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-cli-'));
  service = await startService(path.join(folder, 'data'));
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder, XDG_CONFIG_HOME: path.join(folder, 'config') };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const bots = (...args: string[]) => runBots(args, env);
const json = (...args: string[]) => botsJson(args, env);
const inFolder = (...names: string[]) => path.join(folder, ...names);

/** A flow with one question whose answer is not saved to a variable. */
function flow(name: string) {
  const input = { id: 'b1', type: 'text input' };
  return {
    version: '6',
    name,
    events: [{ id: 'e', type: 'start', outgoingEdgeId: 'edge' }],
    groups: [{ id: 'g', title: 'Greeting', blocks: [input] }],
    edges: [{ id: 'edge', from: { eventId: 'e' }, to: { groupId: 'g' } }],
    variables: [],
  };
}

describe('import', () => {
  const write = (name: string, content: unknown) => {
    mkdirSync(path.dirname(inFolder('flows', name)), { recursive: true });
    writeFileSync(inFolder('flows', name), typeof content === 'string' ? content : JSON.stringify(content));
  };

  beforeAll(() => {
    write('answer.json', { bot: flow('From a response of the API') });
    write('broken.json', '{ "name": ');
    write('copy-of-good.json', flow('Good'));
    write('good.json', `\uFEFF${JSON.stringify(flow('Good'), null, 2)}`);
    write('list.json', '[]');
    write('numbers.json', { ...flow('Bad'), groups: [{ id: 7 }] });
    write('notes.txt', 'no bot');
    write('older/flow.json', flow('In a folder of its own'));
  });

  it('imports every valid file, reports what is wrong with the others, and creates nothing twice', async () => {
    const first = await bots('import', inFolder('flows'), '--report', inFolder('report.json'));
    expect(first.exitCode).toBe(1);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/^imported {2}[a-z0-9]+ {2}.*answer\.json$/m);
    expect(first.stdout).toMatch(/^refused {3}.*numbers\.json\n {10}bot\.groups\[0\]\.id: Invalid input/m);
    expect(first.stdout).toMatch(/^refused {3}.*broken\.json\n {10}The file is not JSON: /m);
    expect(first.stdout).toContain('Not a bot. A list: expected one JSON object');
    expect(first.stdout.trimEnd().split('\n').at(-1)).toBe(
      `2 files imported, 1 file identical to another, 3 files refused (workspace ${service.workspaceId} at ${service.baseUrl})`,
    );
    const report = JSON.parse(readFileSync(inFolder('report.json'), 'utf8'));
    expect(report.counts).toMatchObject({ imported: 2, known: 0, duplicate: 1, refused: 3, notTried: 0 });
    expect(report.files.map(({ file }: { file: string }) => path.basename(file))).toEqual([
      'answer.json',
      'broken.json',
      'copy-of-good.json',
      'good.json',
      'list.json',
      'numbers.json',
    ]);
    expect(report.files[5].error).toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'bot.groups[0].id' }],
      requestId: expect.any(String),
    });
    const before = (await json('list', '--all')).bots;
    expect(before.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Good', 'From a response of the API']),
    );

    const again = await runBots(['import', inFolder('flows'), '--json'], env);
    expect(again.exitCode).toBe(1);
    const second = JSON.parse(again.stdout);
    expect(second.counts).toMatchObject({ imported: 0, known: 2, duplicate: 1, refused: 3 });
    expect(second.files[0]).toEqual({ ...report.files[0], outcome: 'known' });
    expect((await json('list', '--all')).bots).toEqual(before);
  });

  it('imports the same content again into another folder of bots', async () => {
    const { counts, files } = await json('import', inFolder('flows/good.json'), '--folder', 'winter');
    expect(counts).toMatchObject({ imported: 1 });
    const { bots: listed } = await json('list', '--folder', 'winter');
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([files[0].botId]);
  });

  it('calls a bot without a name like its file, and says what was unwrapped and what is not a bot', async () => {
    const { name: _, ...nameless } = flow('x');
    const n8n = { name: 'Workflow', nodes: [], connections: {} };
    write('saved/Quiz for May.json', { typebot: nameless, currentUserMode: 'write' });
    write('saved/n8n.json', n8n);
    const { exitCode, stdout } = await bots('import', inFolder('flows/saved'));
    expect(exitCode).toBe(1);
    expect(stdout).toContain('was taken out of `typebot`');
    expect(stdout).toContain('`nodes` and `connections`: an n8n workflow');
    expect((await json('list', '--all')).bots).toContainEqual(
      expect.objectContaining({ name: 'Quiz for May' }),
    );
    for (const args of [
      ['check', 'flows/saved/n8n.json'],
      ['import', 'flows/saved/n8n.json', '--replace', 'any'],
    ]) {
      const [command = '', file = '', ...options] = args;
      const refused = await bots(command, inFolder(file), ...options);
      expect(refused.exitCode).toBe(1);
      expect(refused.stdout + refused.stderr).not.toContain('Replaced');
    }
    expect((await bots('check', inFolder('flows/saved/Quiz for May.json'))).stdout).not.toContain(
      'Not a bot',
    );
  });

  it('stores nothing with --dry-run', async () => {
    const before = await json('list', '--all');
    const { counts, files } = await json('import', inFolder('flows/older'), '--dry-run');
    expect(counts).toMatchObject({ imported: 0, importable: 1 });
    expect(files[0].issues).toContainEqual(expect.objectContaining({ code: 'NO_VARIABLE' }));
    expect(await json('list', '--all')).toEqual(before);
  });

  it('rejects a nonexistent path before importing anything', async () => {
    const { exitCode, stdout, stderr } = await bots('import', inFolder('flows'), inFolder('nowhere.json'));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^error: There is no file .*nowhere\.json\n$/);
    mkdirSync(inFolder('empty'));
    expect((await bots('import', inFolder('empty'))).stderr).toMatch(
      /^error: There are no \.json or \.yaml files in /,
    );
  });

  describe('--replace', () => {
    let botId: string;
    const exported = () => JSON.parse(readFileSync(inFolder('exported.json'), 'utf8'));

    beforeAll(async () => {
      const { files } = await json('import', inFolder('flows/good.json'), '--folder', 'production');
      botId = files[0].botId;
      await json('publish', botId);
      await json('export', botId, '-o', inFolder('exported.json'));
    });

    it('replaces the draft of a bot with a file, keeps the previous draft, and publishes nothing', async () => {
      const rehearsal = await bots('import', inFolder('flows/older'), '--replace', botId, '--dry-run');
      expect(rehearsal).toMatchObject({ exitCode: 0, stderr: '' });
      expect(rehearsal.stdout).toMatch(new RegExp(`^Would replace the draft of ${botId} \\(Good\\); `, 'm'));
      expect(await json('list', '--folder', 'production')).toMatchObject({
        bots: [{ id: botId, name: 'Good', hasUnpublishedChanges: false }],
      });

      const response = await json('import', inFolder('flows/older/flow.json'), '--replace', botId);
      expect(response.bot).toMatchObject({
        id: botId,
        name: 'In a folder of its own',
        folderId: 'production',
        publicId: exported().publicId,
      });
      expect((await json('releases', botId)).releases).toMatchObject([{ release: 1, isPublished: true }]);
      const other = await bots('import', inFolder('flows/answer.json'), '--replace', botId);
      expect(other).toMatchObject({ exitCode: 0, stderr: '' });
      expect(other.stdout.trimEnd().split('\n').slice(-2)).toEqual([
        `Replaced the draft of ${botId} (In a folder of its own); the published release is unchanged`,
        'The previous draft is kept as release 2',
      ]);
      const again = await bots('import', inFolder('flows/answer.json'), '--replace', botId);
      expect(again.stdout.trimEnd().split('\n').at(-1)).toBe(
        `The draft of ${botId} is already this document`,
      );
    });

    it('rejects an export if the bot has changed since, unless --overwrite is given', async () => {
      const stale = await bots('import', inFolder('exported.json'), '--replace', botId);
      expect(stale).toMatchObject({ exitCode: 1, stdout: '' });
      expect(stale.stderr).toMatch(/^error: CONFLICT: The bot has changed since /);
      const { bot } = await json('import', inFolder('exported.json'), '--replace', botId, '--overwrite');
      expect(bot.name).toBe('Good');
    });

    it('takes exactly one file and an existing bot, and conflicts with the options of other imports', async () => {
      const files = [inFolder('flows/good.json'), inFolder('flows/answer.json')];
      for (const paths of [files, [inFolder('flows')]]) {
        const several = await bots('import', ...paths, '--replace', botId);
        expect(several).toMatchObject({ exitCode: 1, stdout: '' });
        expect(several.stderr).toMatch(/^error: --replace takes one file, not \d\n$/);
      }
      const [file = ''] = files;
      expect((await bots('import', file, '--replace', 'nowhere')).stderr).toMatch(
        /^error: NOT_FOUND: Bot not found/,
      );
      expect((await bots('import', file, '--replace', botId, '-w', 'nowhere')).stderr).toMatch(
        /^error: BAD_REQUEST: The bot is in another workspace/,
      );
      expect((await bots('import', file, '--overwrite')).stderr).toBe(
        'error: --overwrite requires --replace\n',
      );
      const report = await bots('import', file, '--replace', botId, '--report', inFolder('no.json'));
      expect(report.exitCode).toBe(1);
      expect(report.stderr).toContain("'--replace <bot>' cannot be used with option '--report <file>'");
    });
  });

  it('stops if the token has no access to the workspace', async () => {
    const { exitCode, stdout } = await runBots(['import', inFolder('flows'), '-w', 'nowhere', '--json'], env);
    expect(exitCode).toBe(1);
    const { counts, stoppedBy } = JSON.parse(stdout);
    expect(counts.imported).toBe(0);
    expect(stoppedBy).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/^Workspace not found: /),
    });
  });
});

describe('the lifecycle of a bot', () => {
  let botId: string;

  beforeAll(async () => {
    writeFileSync(inFolder('life.json'), JSON.stringify(flow('Life \u001b[31mof\nbots')));
    const { files } = await json('import', inFolder('life.json'));
    botId = files[0].botId;
  });

  it('list: strips control characters from names', async () => {
    const { stdout } = await bots('list');
    expect(stdout).toMatch(/^BOT +CHANGED \(UTC\) +PUBLISHED +PUBLIC ID +NAME\n/);
    expect(stdout).toMatch(
      new RegExp(`^${botId} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +- +- +Life +\\[31mof bots$`, 'm'),
    );
  });

  it('list: page by page, and all pages', async () => {
    const first = await json('list', '--limit', '1');
    expect(first.bots).toHaveLength(1);
    const second = await json('list', '--limit', '1', '--cursor', first.nextCursor);
    expect(second.bots[0].id).not.toBe(first.bots[0].id);
    const all = await json('list', '--limit', '1', '--all');
    expect(all.bots.slice(0, 2)).toEqual([...first.bots, ...second.bots]);
    expect(all).not.toHaveProperty('nextCursor');
    const { stderr } = await bots('list', '--limit', '1');
    expect(stderr).toBe(
      `There is more: use --all for everything, or --cursor ${first.nextCursor} for the next page.\n`,
    );
  });

  it('export: to standard output, to a file, and all bots to a folder; import accepts the result', async () => {
    const { stdout } = await bots('export', botId);
    const bot = JSON.parse(stdout);
    expect(bot).toMatchObject({ id: botId, groups: [{ title: 'Greeting' }] });
    expect(await json('export', botId, '-o', inFolder('bot.json'))).toEqual({
      botId,
      name: bot.name,
      file: inFolder('bot.json'),
    });
    expect(JSON.parse(readFileSync(inFolder('bot.json'), 'utf8'))).toEqual(bot);
    const all = await json('export', '--all', inFolder('backup'));
    expect(readdirSync(inFolder('backup'))).toHaveLength(all.bots.length);
    const { file } = all.bots.find((exported: { botId: string }) => exported.botId === botId);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(bot);
    expect((await json('import', file, '--dry-run')).counts).toMatchObject({ importable: 1 });
    expect(await bots('export')).toMatchObject({
      exitCode: 1,
      stderr: 'error: Specify either a bot, or a folder with --all\n',
    });
  });

  it('check: a file and a bot; exit code 1 for an issue that would break off a conversation', async () => {
    const ofBot = await bots('check', botId);
    expect(ofBot).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ofBot.stdout).toContain(
      'warning  Greeting → Ask text (bot.groups[0].blocks[0].options.variableId): ',
    );
    expect((await json('check', inFolder('life.json'))).issues).toEqual((await json('check', botId)).issues);
    writeFileSync(inFolder('bad.json'), JSON.stringify({ ...flow('Bad'), events: [] }));
    const bad = await bots('check', inFolder('bad.json'));
    expect(bad.exitCode).toBe(1);
    expect(bad.stdout).toMatch(/^error /);
    expect((await bots('check', 'missing.json')).stderr).toBe('error: There is no file missing.json\n');
  });

  it('check: connects edges that their blocks do not name, in a new file', async () => {
    const target = { id: 'end', title: 'End', blocks: [] };
    const groups = [...flow('Loose').groups, target];
    const [first] = groups[0]?.blocks ?? [];
    const loose = {
      ...flow('Loose'),
      groups,
      edges: [...flow('Loose').edges, { id: 'loose', from: { blockId: first?.id }, to: { groupId: 'end' } }],
    };
    writeFileSync(inFolder('loose.json'), JSON.stringify(loose));
    const before = await bots('check', inFolder('loose.json'));
    expect(before.exitCode).toBe(1);
    expect(before.stdout).toContain('does not name the edge loose that is drawn from here');

    const fixed = await bots('check', inFolder('loose.json'), '--fix');
    expect(fixed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(fixed.stdout).toContain(`Connected 1 edge in ${inFolder('loose.fixed.json')}\n`);
    expect(readFileSync(inFolder('loose.json'), 'utf8')).toBe(JSON.stringify(loose));
    const written = JSON.parse(readFileSync(inFolder('loose.fixed.json'), 'utf8'));
    expect(written.groups[0].blocks[0].outgoingEdgeId).toBe('loose');

    expect((await bots('check', inFolder('loose.json'), '--fix')).stderr).toContain('exists already');
    const named = await json('check', inFolder('loose.json'), '--fix', inFolder('named.json'));
    expect(named).toMatchObject({ connected: [{ code: 'CONNECTED' }], file: inFolder('named.json') });
    const again = await bots('check', '--fix', inFolder('named.json'));
    expect(again.stdout).toContain('There is no edge to connect, so no file was written.');
    expect((await bots('check')).stderr).toBe('error: Say which file or bot to check\n');

    const imported = await json('import', inFolder('loose.json'), '--repair');
    expect(imported.files[0]).toMatchObject({
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'CONNECTED' })]),
    });
    expect((await bots('check', imported.files[0].botId)).exitCode).toBe(0);
  });

  it('check: what a workspace lacks', async () => {
    const link = { id: 'l', type: 'Typebot link', options: { typebotId: 'nowhere' } };
    const linking = { ...flow('Linking'), groups: [{ id: 'g', title: 'Greeting', blocks: [link] }] };
    writeFileSync(inFolder('linking.json'), JSON.stringify(linking));
    expect((await bots('check', inFolder('linking.json'))).exitCode).toBe(0);
    const lacking = await bots('check', inFolder('linking.json'), '--workspace', service.workspaceId);
    expect(lacking.exitCode).toBe(1);
    expect(lacking.stdout).toContain(
      'error    Greeting → Bot (bot.groups[0].blocks[0].options.typebotId): links to a bot that the workspace does not have',
    );
  });

  it('publish: a flow with errors only with --force', async () => {
    const unknown = {
      ...flow('Broken'),
      groups: [{ id: 'g', title: 'Greeting', blocks: [{ id: 'b', type: 'x' }] }],
    };
    writeFileSync(inFolder('broken-flow.json'), JSON.stringify(unknown));
    const { files } = await json('import', inFolder('broken-flow.json'));
    const refused = await bots('publish', files[0].botId);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /^error: CONFLICT: The flow has errors, so it was not published\. --force publishes it anyway \(request .+\)\n {2}bot\.groups\[0\]\.blocks\[0\]\.type: is not a known type of block\n$/,
    );
    expect((await bots('publish', files[0].botId, '--force')).stdout).toMatch(/^Published as release 1 /);
    await bots('unpublish', files[0].botId);
  });

  it('publish, releases, diff, graph and unpublish', async () => {
    expect((await bots('releases', botId)).stdout).toBe(`${botId} has no releases.\n`);
    expect((await bots('diff', botId)).stderr).toBe(
      'error: The bot is not published: choose what to compare with --from\n',
    );
    expect(await json('publish', botId, '--dry-run')).toMatchObject({ dryRun: true, release: 1 });
    expect((await bots('publish', botId)).stdout).toMatch(
      /^Published as release 1 under the public id life-/,
    );
    expect(await json('publish', botId)).toMatchObject({ release: 1 });
    expect((await json('releases', botId)).releases).toMatchObject([{ release: 1, isPublished: true }]);
    expect((await bots('diff', botId)).stdout).toBe('release 1 → draft\nNo difference\n');
    expect((await json('diff', botId, '--from', 'draft', '--to', '1')).diff).toMatchObject({
      from: 'draft',
      to: '1',
    });

    const changed = flow('Life');
    changed.groups.push({ id: 'g2', title: 'Farewell', blocks: [] });
    const response = await fetch(`${service.baseUrl}/v1/bots/${botId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bot: changed }),
    });
    expect(response.status).toBe(200);
    expect((await bots('diff', botId)).stdout).toBe(
      'release 1 → draft\ngroups\n  + Farewell (g2)\nfields\n  ~ name\n',
    );

    await json('graph', botId, '-o', inFolder('flow.svg'));
    expect(readFileSync(inFolder('flow.svg'), 'utf8')).toMatch(/^<svg[\s\S]*Farewell[\s\S]*<\/svg>\s*$/);

    expect((await bots('unpublish', botId)).stdout).toContain('is no longer published');
    expect(await json('unpublish', botId)).toHaveProperty('message');
  });

  it('end-chats', async () => {
    const { publicId } = await json('publish', botId);
    const ofChat = (path: string) =>
      fetch(`${service.chatUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"message":"x"}',
      });
    const { sessionId } = (await (
      await fetch(`${service.chatUrl}/v1/bots/${publicId}/startChat`, { method: 'POST' })
    ).json()) as { sessionId: string };
    expect((await bots('end-chats', botId)).stdout).toMatch(
      new RegExp(`^Chats of ${botId} that started by \\d{4}-\\S+Z end within about a minute\\. Unpublish `),
    );
    const over = await ofChat(`/v1/sessions/${sessionId}/continueChat`);
    expect([over.status, await over.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    expect(await json('end-chats', botId)).toEqual({ endedAt: expect.stringMatching(/Z$/) });
    expect((await bots('end-chats', 'nowhere')).stderr).toMatch(
      /^error: NOT_FOUND: Bot not found: nowhere .*\nbots list shows the bots with their ids\.\n$/,
    );
  });
});

describe('results and logs', () => {
  it('results list', async () => {
    const { botId, resultId } = service.sample;
    expect((await bots('results', 'list', botId)).stdout).toMatch(
      new RegExp(`^RESULT +STARTED \\(UTC\\) +COMPLETED +ANSWERS\n${resultId} +.{16} +yes +3\n$`),
    );
    expect((await json('results', 'list', botId, '--all')).results).toMatchObject([{ id: resultId }]);
    const none = await bots('results', 'list', botId, '--completed', 'false');
    expect(none).toMatchObject({ exitCode: 0, stdout: 'There are no results.\n' });
  });

  it('results export', async () => {
    const { botId, resultId } = service.sample;
    const { stdout } = await bots('results', 'export', botId);
    expect(stdout).toMatch(/^\uFEFFSubmitted at,/);
    expect(await json('results', 'export', botId, '-o', inFolder('results.csv'))).toMatchObject({
      isComplete: true,
    });
    expect(readFileSync(inFolder('results.csv'), 'utf8')).toBe(stdout);
    const ndjson = await bots('results', 'export', botId, '--format', 'ndjson');
    const lines = ndjson.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([expect.objectContaining({ id: resultId }), { complete: true, count: 1 }]);
    expect(await bots('results', 'export', botId, '--json')).toMatchObject({ exitCode: 1, stdout: '' });
    expect((await bots('results', 'export', botId, '-o', inFolder('no', 'where.csv'))).stderr).toMatch(
      /^error: .*where\.csv cannot be written \(ENOENT\)\n$/,
    );
  });

  it('results export --job: brings the file that the job has written', async () => {
    const { botId } = service.sample;
    const [byJob, byPages] = [inFolder('by-job.csv'), inFolder('by-pages.csv')];
    const { exitCode, stdout } = await bots('results', 'export', botId, '--job', '-o', byJob);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Wrote all results to \S+by-job\.csv \(\d+ bytes\)\n$/),
    });
    expect((await bots('results', 'export', botId, '-o', byPages)).exitCode).toBe(0);
    expect(readFileSync(byJob, 'utf8')).toBe(readFileSync(byPages, 'utf8'));
    expect((await json('jobs', 'list')).jobs).toMatchObject([{ kind: 'exportResults', state: 'done' }]);
  });

  it('logs', async () => {
    const { botId, resultId, sessionId } = service.sample;
    expect((await bots('logs', botId, resultId)).stdout).toBe('Nothing was logged.\n');
    await fetch(`${service.chatUrl}/v1/sessions/${sessionId}/clientLogs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientLogs: [{ description: 'No\nimage', details: { url: 'a.png' } }] }),
    });
    expect((await bots('logs', botId, resultId)).stdout).toMatch(
      /^\d{4}-\S+Z {2}error {2}No image {2}\{"url":"a\.png"\}\n$/,
    );
    expect((await json('logs', botId, resultId)).logs).toMatchObject([{ description: 'No\nimage' }]);
  });
});

describe('login and tokens', () => {
  it('creates a token, uses it in a profile, and revokes it', async () => {
    const made = await bots('tokens', 'create', '--name', 'CI', '--role', 'viewer', '--expires', '3d');
    const [plainText = ''] = made.stdout.split('\n');
    expect(plainText).toMatch(/^bot_[\w-]{43}$/);

    const { baseUrl, chatUrl } = service;
    const login = ['login', '--profile', 'ci', '--base-url', baseUrl, '--chat-url', chatUrl, '--token', '-'];
    const { exitCode, stdout } = await runBots(login, env, `${plainText}\n`);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('CI (viewer)');
    expect(stdout).not.toContain(plainText);
    const file = inFolder('config', 'bots', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      profiles: { ci: { baseUrl, chatUrl, token: plainText } },
    });

    const refused = await bots('publish', service.sample.botId, '--profile', 'ci');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/^error: FORBIDDEN: .+ \(request [\w-]+\)\n$/);

    const { tokens } = await json('tokens', 'list');
    const { id } = tokens.find(({ name }: { name: string }) => name === 'CI');
    expect((await bots('tokens', 'list')).stdout).toMatch(new RegExp(`^${id} +viewer +.*CI$`, 'm'));
    expect((await bots('tokens', 'revoke', id)).stdout).toContain(`Revoked token ${id} (CI).`);
    expect((await json('tokens', 'revoke', id)).token).toMatchObject({ id });
    expect(
      (await json('tokens', 'create', '--name', 'For ever', '--role', 'viewer', '--expires', 'never')).token,
    ).toMatchObject({ expiresAt: null });
  });

  it('lists who changed what', async () => {
    const { botId } = service.sample;
    await bots('publish', botId);
    await bots('unpublish', botId);
    const { entries } = await json('audit', '--bot', botId, '--limit', '1');
    expect(entries).toMatchObject([
      { action: 'unpublishBot', botId, actor: { tokenName: 'Local development' } },
    ]);
    const table = (await bots('audit', '--all')).stdout;
    expect(table).toMatch(/^WHEN \(UTC\) +WHO +TOKEN +FROM +WHAT$/m);
    const { bots: listed } = await json('list', '--all');
    const { name } = listed.find(({ id }: { id: string }) => id === botId);
    const bakery = `Unpublished the bot ${name} \\(${botId}\\)`;
    expect(table).toMatch(new RegExp(`Local development +\\w+ +127\\.0\\.0\\.1 +${bakery}$`, 'm'));
    expect(table).toMatch(/The operator +- +- +Created the workspace$/m);
  });

  it('learns from the address of a console where bots have their pages', async () => {
    const { baseUrl, chatUrl, token, sample } = service;
    const login = ['login', '--profile', 'console', '--base-url', baseUrl, '--token', '-', '--json'];
    expect(JSON.parse((await runBots(login, env, token)).stdout)).toMatchObject({ baseUrl, chatUrl });
    const shown = await bots('public-id', 'show', sample.botId, '--profile', 'console', '--json');
    const { publicId, pageUrl } = JSON.parse(shown.stdout);
    expect(pageUrl).toBe(`${chatUrl}/${publicId}`);
  });

  it('keeps the address of pages apart from the chat address', async () => {
    const { baseUrl, chatUrl, token, sample } = service;
    const siteUrl = 'https://bots.example.com/';
    const addresses = ['--base-url', baseUrl, '--chat-url', chatUrl, '--site-url', siteUrl];
    const login = ['login', '--profile', 'pages', ...addresses, '--token', '-', '--json'];
    expect(JSON.parse((await runBots(login, env, token)).stdout)).toMatchObject({ chatUrl, siteUrl });
    const set = await bots('public-id', 'set', sample.botId, 'bakery', '--profile', 'pages', '--json');
    const expected = {
      pageUrl: 'https://bots.example.com/bakery',
      startChatUrl: `${chatUrl}/v1/bots/bakery/startChat`,
    };
    expect(JSON.parse(set.stdout)).toMatchObject(expected);
    const variables = {
      BOTS_BASE_URL: baseUrl,
      BOTS_CHAT_URL: chatUrl,
      BOTS_SITE_URL: siteUrl,
      BOTS_TOKEN: token,
    };
    const published = await runBots(['publish', sample.botId, '--json'], { ...env, ...variables });
    expect(JSON.parse(published.stdout)).toMatchObject(expected);
  });

  it('neither stores nor accepts an invalid token', async () => {
    const login = ['login', '--profile', 'wrong', '--base-url', service.baseUrl, '--token', 'bot_wrong'];
    const { exitCode, stderr } = await runBots(login, env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: UNAUTHORIZED: .+\n$/);
    expect(await bots('list', '--profile', 'wrong')).toMatchObject({
      exitCode: 1,
      stderr: 'error: There is no profile wrong: run bots login --profile wrong\n',
    });
    const withEnv = { ...env, BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: 'bot_wrong' };
    const asJson = await runBots(['list', '--json'], withEnv);
    expect(asJson).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(asJson.stderr).error).toMatchObject({ code: 'UNAUTHORIZED' });
    const bulk = await runBots(['import', inFolder('life.json'), '-w', service.workspaceId], withEnv);
    expect(bulk.exitCode).toBe(1);
    expect(bulk.stdout).toContain('Stopped: UNAUTHORIZED');
  });

  it.each([
    [['login'], 'error: --base-url is required without a terminal'],
    [['login', '--base-url', 'ftp://x'], 'error: ftp://x is not an http or https URL'],
    [
      ['login', '--base-url', 'http://127.0.0.1:1', '--site-url', 'bots', '--token', 'x'],
      'error: bots is not an http or https URL',
    ],
    [['login', '--base-url', 'http://127.0.0.1:1'], 'error: --token is required without a terminal'],
    [['login', '--profile', 'local'], 'error: The profile local always means the local server'],
  ])('%j', async (args, line) => {
    const { exitCode, stderr } = await runBots(args, env);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(line);
  });
});

describe('npm run bots', () => {
  const npm = (args: string[], cwd: string) =>
    new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
      const words = ['--prefix', process.cwd(), 'run', '--silent', 'bots', ...args];
      execFile('npm', words, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
        resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
      );
    });

  it('does nothing if npm has taken an option for itself', async () => {
    writeFileSync(inFolder('taken.json'), JSON.stringify(flow('Not to be imported')));
    const { exitCode, stdout, stderr } = await npm(['import', '--dry-run', 'taken.json'], folder);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('error: npm took --dry-run for itself, so nothing was done. Call it as npx bots …\n');
    expect((await bots('list', '--all')).stdout).not.toContain('Not to be imported');
  });

  it('takes paths from the folder it was called in, and says where it wrote', async () => {
    writeFileSync(inFolder('called-here.json'), JSON.stringify(flow('Called in a folder')));
    const imported = await npm(['--', 'import', 'called-here.json', '--json'], folder);
    const { files } = JSON.parse(imported.stdout);
    const { stdout } = await npm(['--', 'export', files[0].botId, '-o', 'written.json'], folder);
    expect(stdout).toBe(`Wrote Called in a folder to ${inFolder('written.json')}\n`);
    expect(existsSync(inFolder('written.json'))).toBe(true);
  });
});

describe('the choice of the service', () => {
  const nowhere = () => ({ HOME: folder, XDG_CONFIG_HOME: inFolder('none'), DATA_DIR: inFolder('none') });

  it('reports that none is configured', async () => {
    expect(await runBots(['list'], nowhere())).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: No service is configured: start one with npm start, run bots login, or set BOTS_BASE_URL and BOTS_TOKEN\n',
    });
    expect((await runBots(['list', '--profile', 'local'], nowhere())).stderr).toContain('npm start');
  });

  it('reports a service that is down', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const down = { ...nowhere(), BOTS_BASE_URL: baseUrl, BOTS_TOKEN: 'bot_x' };
    expect(await runBots(['list'], down)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${baseUrl} does not respond (ECONNREFUSED): is npm start running?\n`,
    });
    writeFileSync(inFolder('one.json'), JSON.stringify(flow('One')));
    const bulk = await runBots(['import', inFolder('one.json'), '-w', 'w'], down);
    expect(bulk.exitCode).toBe(1);
    expect(bulk.stdout).toContain(`Stopped: ${baseUrl} does not respond`);
  });

  it('never sends a stored token to an address from the environment', async () => {
    const { baseUrl, token } = service;
    const { exitCode, stdout } = await runBots(['list'], {
      ...nowhere(),
      BOTS_BASE_URL: baseUrl,
      BOTS_TOKEN: token,
    });
    expect({ exitCode, head: stdout.slice(0, 3) }).toEqual({ exitCode: 0, head: 'BOT' });
    expect((await runBots(['list'], { ...env, BOTS_BASE_URL: baseUrl })).stderr).toBe(
      'error: BOTS_BASE_URL requires BOTS_TOKEN\n',
    );
  });

  it('names a damaged configuration file', async () => {
    mkdirSync(inFolder('damaged', 'bots'), { recursive: true });
    writeFileSync(inFolder('damaged', 'bots', 'config.json'), '{');
    const { stderr } = await runBots(['list'], { ...nowhere(), XDG_CONFIG_HOME: inFolder('damaged') });
    expect(stderr).toMatch(/^error: .*config\.json was not written by bots login/);
    expect(existsSync(inFolder('damaged', 'bots', 'config.json'))).toBe(true);
  });
});

it('lists every command in the help, and reports an unknown one', async () => {
  const { stdout } = await bots('--help');
  const commands =
    'login import export list check publish unpublish releases diff graph results logs jobs tokens workspaces audit operator'.split(
      ' ',
    );
  for (const command of commands) {
    expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect((await bots(command, '--help')).stdout).toContain(`Usage: bots ${command}`);
  }
  expect((await bots('lst')).stderr).toBe("error: unknown command 'lst'\n(Did you mean list?)\n");
  expect((await bots('publc')).stderr).toBe(
    "error: unknown command 'publc'\n(Did you mean publish or public-id?)\n",
  );
  expect((await bots('results', 'expt')).stderr).toBe(
    "error: unknown command 'expt'\n(Did you mean export?)\n",
  );
});
