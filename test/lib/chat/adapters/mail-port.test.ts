import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailPort } from '#lib/chat/adapters/mail-port.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { type SmtpServerForTests, startSmtpServer } from '#test/support/smtp-server.ts';

let server: SmtpServerForTests;
let port: number;

beforeAll(async () => {
  server = await startSmtpServer();
  ({ port } = server);
});

afterAll(() => server.stop());

beforeEach(() => server.forget());

const TIMEOUT_MS = 5_000;

const from = { email: 'bot@x.example', name: 'Bot' };
const credentials = () => ({ host: 'smtp.example', port, username: 'al', password: 'secret', from });
const mail = { to: ['ada@y.example'], subject: 'Hi', text: 'Hello' };

function port25(script: ScriptedResponse[] = [], env: NodeJS.ProcessEnv = {}, address = '127.0.0.1') {
  return mailPort(fakeHttp(script), {
    env,
    loopbackPortsForTests: new Set([port]),
    resolve: async () => [{ address, family: 4 }],
  });
}

describe('mail', () => {
  it("goes through a workspace's own server", async () => {
    await port25().send(
      { ...mail, cc: ['c@y.example'], bcc: ['b@y.example'], replyTo: 'r@y.example' },
      credentials(),
      TIMEOUT_MS,
    );
    expect(server.received.commands).toContain(`AUTH PLAIN ${btoa('\0al\0secret')}`);
    expect(server.received.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(3);
    expect(server.received.data).toMatch(/^From: Bot <bot@x\.example>\r$/m);
    expect(server.received.data).toMatch(/^Reply-To: r@y\.example\r$/m);
    expect(server.received.data).toMatch(/^Subject: Hi\r$/m);
    expect(server.received.data).toContain('Hello');
    expect(server.received.data).not.toContain('b@y.example');
  });

  it("goes through the service's server, with a login from a secret", async () => {
    const env = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_FROM: 's@x.example',
      SMTP_SECRET_ID: 'mail-server',
    };
    const readSecret = async () => JSON.stringify({ username: 'al', password: 'kept' });
    await mailPort(fakeHttp([]), { env, readSecret }).send(mail, undefined, TIMEOUT_MS);
    expect(server.received.commands).toContain(`AUTH PLAIN ${btoa('\0al\0kept')}`);
  });

  it("goes through the service's server, with the mail's own sender name", async () => {
    const env = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_FROM: 'Service <s@x.example>' };
    await port25([], env).send(
      { to: ['ada@y.example'], html: '<b>x</b>', senderName: 'Ada' },
      undefined,
      TIMEOUT_MS,
    );
    expect(server.received.data).toMatch(/^From: Ada <s@x\.example>\r$/m);
    expect(server.received.data).toContain('<b>x</b>');
  });

  it('is safe from header injection', async () => {
    await port25().send({ ...mail, subject: 'Hi\r\nBcc: evil@y.example' }, credentials(), TIMEOUT_MS);
    expect(server.received.data).not.toMatch(/^Bcc:/m);
    expect(server.received.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1);
  });

  it('can have attachments', async () => {
    const script = [{ text: 'file', headers: { 'content-type': 'image/png' } }, { text: 'x' }];
    const attachments = [{ url: 'https://f.example/a/p%20q.png?x=1' }, { url: 'https://f.example/' }];
    await port25(script).send({ ...mail, attachments }, credentials(), TIMEOUT_MS);
    expect(server.received.data).toContain('filename="p q.png"');
    expect(server.received.data).toContain('Content-Type: image/png');
    expect(server.received.data).toContain(btoa('file'));
    expect(server.received.data).toContain('filename=attachment');
  });
});

describe('refusals', () => {
  it.each([
    ['127.0.0.1', 'loopback addresses'],
    ['169.254.169.254', 'link-local addresses'],
    ['localhost', 'localhost'],
    ['metadata', 'cloud metadata services'],
    ['2852039166', 'link-local addresses'],
    ['::1', 'IPv6 loopback'],
    ['host/path', 'Invalid mail server host'],
    ['user@host', 'Invalid mail server host'],
    ['a b', 'Invalid mail server host'],
  ])("a workspace's server at %s", async (host, message) => {
    const strict = mailPort(fakeHttp([]), { env: {} });
    await expect(strict.send(mail, { ...credentials(), host }, TIMEOUT_MS)).rejects.toThrow(message);
    expect(server.received.commands).toEqual([]);
  });

  it('a server name that resolves to a private address', async () => {
    await expect(port25([], {}, '10.0.0.1').send(mail, credentials(), TIMEOUT_MS)).rejects.toThrow(
      '10.0.0.0/8',
    );
  });

  it.each([{}, { host: 'h' }, undefined])('credentials without a valid server: %j', async (given) => {
    await expect(port25().send(mail, given, TIMEOUT_MS)).rejects.toThrow('No mail server is configured');
  });

  it('a recipient that the server rejects', async () => {
    await expect(
      port25().send({ ...mail, to: ['nobody@y.example'] }, credentials(), TIMEOUT_MS),
    ).rejects.toThrow('550');
  });

  it.each<[string, ScriptedResponse]>([
    ['status 404', { status: 404 }],
    ['not allowed', new HttpRequestError('refused', 'not allowed')],
  ])('an attachment that cannot be downloaded: %s', async (message, response) => {
    const attachments = [{ url: 'https://f.example/x' }];
    await expect(
      port25([response]).send({ ...mail, attachments }, credentials(), TIMEOUT_MS),
    ).rejects.toThrow(message);
    expect(server.received.data).toBe('');
  });

  it('too many attachments', async () => {
    const attachments = Array.from({ length: 11 }, () => ({ url: 'https://f.example/x' }));
    await expect(port25().send({ ...mail, attachments }, credentials(), TIMEOUT_MS)).rejects.toThrow(
      'More than 10 attachments',
    );
  });

  it('a server that stays silent, whose connection is then closed', async () => {
    let isClosed = false;
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('close', () => {
        isClosed = true;
      });
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port: silentPort } = silent.address() as { port: number };
    const mails = mailPort(fakeHttp([]), {
      env: {},
      loopbackPortsForTests: new Set([silentPort]),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await expect(mails.send(mail, { ...credentials(), port: silentPort }, 100)).rejects.toThrow(
      'The mail server timed out',
    );
    await expect.poll(() => isClosed).toBe(true);
    silent.close();
  });
});
