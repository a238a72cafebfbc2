import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#apps/local/free-port.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { type BotService, startBotService } from '#test/suites/browser/bot-service.ts';

/* The examples for the host name of the old viewer, which docs/moving.md names. */

const EXAMPLES = path.resolve(import.meta.dirname, '../../../../docs/examples/old-host');
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';
const hasNginx = existsSync(NGINX);

if (!hasNginx)
  process.stderr.write('Skipped: the example for nginx, because there is no nginx (NGINX names one).\n');

describe.skipIf(!hasNginx)('the example for nginx', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'old-host-'));
  /** Requests that the old viewer got. */
  const seen: { line: string; body: string }[] = [];
  const oldViewer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    seen.push({ line: `${request.method} ${request.url}`, body });
    const isKnown = request.url?.includes('startedbefore') ?? false;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { from: 'old' } : { message: 'Session not found.' }));
  });
  let service: BotService;
  let publicId: string;
  let oldHost: string;
  let stopNginx: () => Promise<void>;

  beforeAll(async () => {
    service = await startBotService();
    publicId = await service.publish(chatBot([{ id: 'g1', blocks: [text('t1', 'Hello'), ask('i1')] }]));
    oldViewer.listen(0, '127.0.0.1');
    await once(oldViewer, 'listening');
    const port = await freePort();
    oldHost = `http://127.0.0.1:${port}`;
    stopNginx = await startNginx(folder, {
      'listen 443 ssl;': `listen 127.0.0.1:${port};`,
      'ssl_certificate /etc/ssl/viewer.example.com.pem;': '',
      'ssl_certificate_key /etc/ssl/viewer.example.com.key;': '',
      'proxy_pass https://chat.example.com;': `proxy_pass ${service.chatUrl};`,
      'proxy_set_header Host chat.example.com;': `proxy_set_header Host ${new URL(service.chatUrl).host};`,
      'http://127.0.0.1:8081;': `http://127.0.0.1:${(oldViewer.address() as AddressInfo).port};`,
    });
  });

  afterAll(async () => {
    await stopNginx?.();
    oldViewer.close();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (address: string, body: unknown) =>
    fetch(`${oldHost}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
      body: JSON.stringify(body),
    });

  it('leads links to the new site, with their path and query as they are', async () => {
    const link = '/my-bot?Name=Ada%20L&Name=%C3%A9&empty=';
    const response = await fetch(`${oldHost}${link}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `https://bots.example.com${link}`,
    ]);
  });

  it('passes chats of websites on to the new service', async () => {
    const started = await post(`/api/v1/typebots/${publicId}/startChat`, {});
    expect(started.status).toBe(200);
    expect(started.headers.get('access-control-allow-origin')).not.toBeNull();
    const { sessionId } = (await started.json()) as { sessionId: string };
    const continued = await post(`/api/v1/sessions/${sessionId}/continueChat`, {
      message: { type: 'text', text: 'Ada' },
    });
    expect(continued.status).toBe(200);
    expect(seen).toEqual([]);
  });

  it('lets a chat that began before the switch go on there, with method and body', async () => {
    const address = '/api/v1/sessions/startedbefore/continueChat';
    // More than nginx keeps in memory.
    const body = { message: { type: 'text', text: 'x'.repeat(40_000) } };
    const response = await post(address, body);
    expect([response.status, await response.json()]).toEqual([200, { from: 'old' }]);
    expect(seen).toEqual([{ line: `POST ${address}`, body: JSON.stringify(body) }]);
  });

  it('says what the old viewer says of what neither knows', async () => {
    const response = await post('/api/v1/sessions/nobodysession/continueChat', {});
    expect([response.status, await response.json()]).toEqual([404, { message: 'Session not found.' }]);
  });
});

describe('the example for CloudFront', () => {
  const source = readFileSync(path.join(EXAMPLES, 'cloudfront-function.js'), 'utf8');
  const run = (request: object): unknown =>
    JSON.parse(
      runInContext(`${source}\nJSON.stringify(handler(${JSON.stringify({ request })}))`, createContext({})),
    );

  it('leads links to the new site, with their path and query as they are', () => {
    const querystring = {
      Name: { value: '%C3%A9', multiValue: [{ value: 'Ada%20L' }, { value: '%C3%A9' }] },
      empty: { value: '' },
    };
    expect(run({ method: 'GET', uri: '/my-bot', querystring })).toEqual({
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: 'https://bots.example.com/my-bot?Name=Ada%20L&Name=%C3%A9&empty' } },
    });
    expect(run({ method: 'HEAD', uri: '/my-bot', querystring: {} })).toMatchObject({
      headers: { location: { value: 'https://bots.example.com/my-bot' } },
    });
  });

  it.each([
    { method: 'POST', uri: '/api/v1/typebots/my-bot/startChat', querystring: {} },
    { method: 'GET', uri: '/api/v1/typebots', querystring: {} },
    { method: 'OPTIONS', uri: '/my-bot', querystring: {} },
  ])('lets $method $uri reach the origin', (request) => {
    expect(run(request)).toEqual(request);
  });
});

/** Starts nginx with the example as its only server. Each text to replace has to be there. */
async function startNginx(folder: string, replaced: Record<string, string>): Promise<() => Promise<void>> {
  let example = readFileSync(path.join(EXAMPLES, 'nginx.conf'), 'utf8');
  for (const [text, replacement] of Object.entries(replaced)) {
    expect(example).toContain(text);
    example = example.replaceAll(text, replacement);
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http { access_log off; ${paths.join(' ')} ${example} }`,
  );
  const child = spawn(NGINX, ['-c', file, '-p', folder, '-e', `${folder}/error.log`], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const [, port] = /listen 127\.0\.0\.1:(\d+)/.exec(example) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }), 15_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
