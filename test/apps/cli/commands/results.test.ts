import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { botsJson, hasTerminal, runBots, runInTerminal } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { ended, failure, POLL, START, servePolls, WAIT_AGAIN } from '../scripted-jobs.ts';
import { type ScriptedResponse, type ScriptedService, startScriptedService } from '../scripted-service.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-results-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const inFolder = (name: string) => path.join(folder, name);

describe('with a bucket', () => {
  let s3: FakeS3;
  let service: Awaited<ReturnType<typeof startService>>;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    // The local server signs with these.
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
    s3 = await startFakeS3();
    service = await startService(inFolder('data'), { FILES_BUCKET: 'files' });
    env = { DATA_DIR: inFolder('data'), HOME: folder };
  });

  afterAll(async () => {
    await service?.stop();
    await s3.stop();
  });

  const bots = (...args: string[]) => runBots(args, env);
  const json = (...args: string[]) => botsJson(args, env);

  /** All results, which fit on one page. */
  async function exportedPage(format: string): Promise<Buffer> {
    const url = `${service.baseUrl}/v1/bots/${service.sample.botId}/results/export?format=${format}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
    expect(response.headers.get('x-export-complete')).toBe('true');
    return Buffer.from(await response.arrayBuffer());
  }

  describe('import', () => {
    /** A bot of its own, because other tests count the sample's results. */
    let botId: string;

    beforeAll(async () => {
      const response = await fetch(`${service.baseUrl}/v1/bots/${service.sample.botId}/duplicate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      ({
        bot: { id: botId },
      } = (await response.json()) as { bot: { id: string } });
    });

    const at = (minute: number) => `2026-05-04T08:${String(minute).padStart(2, '0')}:00.000Z`;
    const moved = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        id: `${name}-${n}`,
        createdAt: at(n % 60),
        answers: [{ blockId: 'ask', content: `Answer ${n}` }],
      }));
    const file = (name: string, content: string) => {
      writeFileSync(inFolder(name), content);
      return inFolder(name);
    };
    const lines = (results: object[]) => results.map((result) => `${JSON.stringify(result)}\n`).join('');
    const run = (name: string, content: string) =>
      bots('results', 'import', file(name, content), '--bot', botId);

    it('imports an export, and finds everything unchanged the second time', async () => {
      const { botId: sampleId } = service.sample;
      const exported = inFolder('exported.ndjson');
      await bots('results', 'export', sampleId, '--format', 'ndjson', '-o', exported);
      const { imported, unchanged } = await json('results', 'import', exported, '--bot', sampleId);
      expect(imported).toBe(0);
      expect(unchanged).toBeGreaterThan(0);
    });

    it('sends as many parts as it needs, and goes on where it was', async () => {
      const results = moved('many', 2_100);
      expect((await run('some.ndjson', lines(results.slice(0, 1_200)))).stdout).toBe(
        'Imported 1,200 results, added to 0, found 0 unchanged.\n',
      );
      const complete = `\uFEFF${lines(results)}{"complete":true,"count":2100}\n`;
      expect((await run('all.ndjson', complete)).stdout).toBe(
        'Imported 900 results, added to 0, found 1,200 unchanged.\n',
      );
    });

    it('reads JSON, and results that come twice', async () => {
      const [one, other] = moved('json', 2);
      const later = { ...one, answers: [...(one?.answers ?? []), { blockId: 'ask', content: 'Later' }] };
      const { stdout } = await run('results.json', JSON.stringify({ results: [one, other, later] }, null, 2));
      expect(stdout).toBe('Imported 2 results, added to 1, found 0 unchanged.\n');
      expect((await run('list.json', JSON.stringify([one]))).stdout).toContain('found 1 unchanged');
    });

    it('names what it skipped', async () => {
      const [one] = moved('erased', 1);
      await run('erased.ndjson', lines([one ?? {}]));
      await fetch(`${service.baseUrl}/v1/bots/${botId}/results/${one?.id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${service.token}` },
      });
      expect((await run('erased.ndjson', lines([one ?? {}]))).stdout).toBe(
        'Imported 0 results, added to 0, found 0 unchanged.\n' +
          '1 result skipped: erased here.\n  erased-0  erased\n',
      );
    });

    it.each([
      [
        'is cut off',
        () => '{"id":"a"}\n{"complete":true,"count":2}\n',
        /says that it has 2 results, but there are 1/,
      ],
      ['goes on after its end', () => '{"complete":true,"count":0}\n{"id":"a"}\n', /goes on in line 2/],
      [
        'has a line that is not JSON',
        () => '{"id":"a"}\n{"id":\n',
        /line 2 of the file is not a JSON object/,
      ],
      ['is empty', () => '', /There are no results in/],
      ['is something else', () => 'id,createdAt\n', /neither NDJSON nor JSON with a list of results/],
      [
        'has a result that is not valid',
        () => lines([...moved('bad', 2), { id: 'bad-2', createdAt: at(0), answers: [{}] }]),
        /line 3\.answers\[0\]\.blockId: Missing/,
      ],
    ])('refuses a file that %s', async (_, content, message) => {
      const { exitCode, stderr, stdout } = await run('bad.ndjson', content());
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
    });
  });

  it.each(['csv', 'ndjson'])('export writes the bytes of %s that the API exports', async (format) => {
    const args = ['results', 'export', service.sample.botId, '--format', format];
    const expected = await exportedPage(format);
    const file = inFolder(`page-by-page.${format}`);
    expect((await bots(...args, '-o', file)).exitCode).toBe(0);
    expect(readFileSync(file)).toEqual(expected);
    expect(Buffer.from((await bots(...args)).stdout)).toEqual(expected);
  });

  it.each(['csv', 'ndjson'])('export --job writes the bytes of %s that the API exports', async (format) => {
    const { botId } = service.sample;
    const args = ['results', 'export', botId, '--format', format];
    const expected = await exportedPage(format);
    const file = inFolder(`results.${format}`);
    const written = await json(...args, '--job', '-o', file);
    expect(readFileSync(file)).toEqual(expected);
    const bytes = expected.length;
    expect(written).toEqual({ botId, format, file, isComplete: true, jobId: expect.any(String), bytes });
    expect((await bots(...args, '--job', '-o', file)).stdout).toBe(
      `Wrote all results to ${file} (${bytes} bytes)\n`,
    );
  });

  it('export --job applies the filters', async () => {
    const { botId, resultId } = service.sample;
    const exported = async (...filter: string[]) => {
      const file = inFolder('filtered.ndjson');
      await json('results', 'export', botId, '--job', '--format', 'ndjson', '-o', file, ...filter);
      return readFileSync(file, 'utf8');
    };
    expect(await exported('--completed', 'true', '--time-filter', 'today', '--time-zone', 'UTC')).toContain(
      resultId,
    );
    expect(await exported('--completed', 'false')).not.toContain(resultId);
    expect(await exported('--from', '2020-01-01T00:00:00Z', '--to', '2020-01-02T00:00:00Z')).not.toContain(
      resultId,
    );
  });

  it('export --job --no-wait prints the id of the job, whose file jobs wait and jobs get find', async () => {
    const { botId } = service.sample;
    const { stdout, stderr, exitCode } = await bots('results', 'export', botId, '--job', '--no-wait');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^[a-z0-9]{24}\n$/) });
    const jobId = stdout.trim();
    expect(stderr).toContain(`bots jobs wait ${jobId} --workspace ${service.workspaceId}\n`);

    const done = await bots('jobs', 'wait', jobId);
    expect(done).toMatchObject({ exitCode: 0, stdout: `Exported 1 result of ${botId}.\n` });
    expect(done.stderr).toContain(
      `bots jobs wait ${jobId} --workspace ${service.workspaceId} --output FILE\n`,
    );
    expect((await bots('jobs', 'wait', jobId, '-o', inFolder('later.csv'))).exitCode).toBe(0);
    expect(readFileSync(inFolder('later.csv'))).toEqual(await exportedPage('csv'));
    expect((await bots('jobs', 'get', jobId)).stdout).toMatch(
      /^File {9}\d+ bytes, kept until .*Z\nDownload {5}http:.*\nWorks until {2}.*Z$/m,
    );
  });

  it('delete: asks first, and without a terminal takes only --yes', async () => {
    const { botId } = service.sample;
    expect(await bots('results', 'delete', botId)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: No terminal to ask for confirmation: add --yes to delete them\n',
    });
    expect((await json('results', 'list', botId)).results).toHaveLength(1);
  });

  it.runIf(hasTerminal)('delete: deletes nothing unless the question is answered with yes', async () => {
    const { botId } = service.sample;
    const { exitCode, stdout } = await runInTerminal(['results', 'delete', botId], env, ['']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`(${botId}) has 1 result. Delete all for good? [y/N] `);
    expect(stdout).toContain('Nothing was deleted');
    expect((await json('results', 'list', botId)).results).toHaveLength(1);
  });

  it('delete: deletes all results, and waits for it', async () => {
    const { botId } = service.sample;
    const { jobs: before } = await json('jobs', 'list', '--all');
    expect(await bots('results', 'delete', botId, '--yes')).toEqual({
      exitCode: 0,
      stdout: `Deleted 1 result of ${botId}.\n`,
      stderr: '',
    });
    expect((await json('results', 'list', botId)).results).toEqual([]);
    const { jobs } = await json('jobs', 'list', '--all');
    expect(jobs).toHaveLength(before.length + 1);
    expect(jobs[0]).toMatchObject({ kind: 'deleteResults', state: 'done', botId });
    const { job } = await json('results', 'delete', botId, '--yes', '--no-wait');
    expect(job).toMatchObject({ kind: 'deleteResults', endedAt: null });
    expect((await json('jobs', 'wait', job.id)).job).toMatchObject({
      state: 'done',
      progress: { results: 0 },
    });
  });
});

describe('with a scripted service', () => {
  let service: ScriptedService | undefined;
  let storage: ScriptedService | undefined;

  afterEach(async () => {
    await service?.stop();
    await storage?.stop();
    service = undefined;
    storage = undefined;
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  /** Serves an export of five bytes, for whose file the storage sends this response. */
  async function serveExport(...downloads: (ScriptedResponse | undefined)[]): Promise<NodeJS.ProcessEnv> {
    storage = await startScriptedService((_, count) => downloads[Math.min(count, downloads.length) - 1]);
    const file = {
      bytes: 5,
      url: `${storage.baseUrl}/file?X-Amz-Signature=secret`,
      urlExpiresAt: '2026-11-22T10:30:00.000Z',
      expiresAt: '2026-11-29T10:00:00.000Z',
      isExpired: false,
    };
    service = await servePolls([ended('done', { kind: 'exportResults', file })]);
    return service.env;
  }

  const target = () => inFolder('scripted.csv');
  const exportArgs = () => ['results', 'export', 'b1', '--job', '-o', target()];
  const downloadAgain = () =>
    `To download the file again: bots jobs wait j1 --workspace w1 --output ${target()}\n`;

  it('sends the token only to the service, and a key with which a busy service starts one job', async () => {
    const env = await serveExport({ body: 'a,b\n1' });
    expect((await runBots(exportArgs(), env)).exitCode).toBe(0);
    expect(readFileSync(target(), 'utf8')).toBe('a,b\n1');
    expect(storage?.requests[0]?.headers).not.toHaveProperty('authorization');
    const start = service?.requests.find(({ line }) => line === START);
    expect(start?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(start?.body ?? '')).toEqual({ kind: 'exportResults', botId: 'b1', format: 'csv' });
  });

  it.each([
    ['too short', { body: 'a,b\n' }, 'The download is incomplete: 4 of 5 bytes. '],
    ['too long', { body: 'a,b\n12' }, 'The download is larger than the 5 bytes of the file. '],
    ['cut off', { headers: { 'content-length': '5' }, body: 'a,' }, 'The download is incomplete: '],
    ['refused', { status: 403, body: '<Error/>' }, 'The file cannot be downloaded: 403 Forbidden. '],
    ['unreachable', undefined, 'does not respond'],
  ])('leaves the old file as it was if the download is %s', async (_, download, message) => {
    writeFileSync(target(), 'old');
    const { exitCode, stdout, stderr } = await runBots(exportArgs(), await serveExport(download));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(downloadAgain());
    expect(stderr).not.toContain('secret');
    expect(readFileSync(target(), 'utf8')).toBe('old');
  });

  it('says that a file has expired', async () => {
    const file = {
      bytes: 5,
      url: null,
      urlExpiresAt: null,
      expiresAt: '2026-11-29T10:00:00.000Z',
      isExpired: true,
    };
    service = await servePolls([ended('done', { kind: 'exportResults', file })]);
    const wait = ['jobs', 'wait', 'j1', '-w', 'w1'];
    expect((await runBots([...wait, '-o', target()], service.env)).stderr).toBe(
      'error: The file expired on 2026-11-29 10:00 (UTC)\n',
    );
    expect((await runBots(wait, service.env)).stderr).toBe('The file has expired.\n');
  });

  it('starts no job if the target cannot be written', async () => {
    const env = await serveExport({ body: 'a,b\n1' });
    const file = inFolder(path.join('no', 'where.csv'));
    const { stderr } = await runBots(['results', 'export', 'b1', '--job', '-o', file], env);
    expect(stderr).toMatch(/^error: .*where\.csv cannot be written \(ENOENT\)\n$/);
    expect(service?.lines).toEqual([]);
  });

  it.each([
    ['export', exportArgs],
    ['delete', () => ['results', 'delete', 'b1', '--yes']],
  ])('%s: exit code 1 and the reason if the job fails', async (_, args) => {
    rmSync(target(), { force: true });
    service = await servePolls([ended('failed', { error: 'Bot not found' })]);
    expect(await runBots(args(), service.env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: Job j1 failed after 1,200 results: Bot not found\n',
    });
    expect(existsSync(target())).toBe(false);
  });

  it('waits for a job that it has started even if the first poll fails', async () => {
    service = await servePolls([undefined, ended('done')]);
    const args = ['results', 'delete', 'b1', '--yes'];
    expect((await runBots(args, service.env)).stdout).toBe('Deleted 1,200 results of b1.\n');
    expect(service.lines.filter((line) => line === POLL)).toHaveLength(2);
    await service.stop();
    service = await servePolls([failure(401, 'UNAUTHORIZED')]);
    expect((await runBots(args, service.env)).stderr).toBe(
      `error: UNAUTHORIZED: Not now. ${WAIT_AGAIN} (request r-1)\n`,
    );
  });

  it.each([
    [['--no-wait'], '--no-wait requires --job'],
    [['--job'], '--job requires --output, or --no-wait'],
    [['--job', '--no-wait', '-o', 'x'], '--no-wait writes no file: give --output to bots jobs wait instead'],
  ])('export: refuses %s', async (options, message) => {
    service = await servePolls([ended('done')]);
    expect(await runBots(['results', 'export', 'b1', ...options], service.env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
    expect(service.lines).toEqual([]);
  });
});
