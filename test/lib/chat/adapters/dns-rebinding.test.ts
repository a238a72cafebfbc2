import dns from 'node:dns';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import { mailPort } from '#lib/chat/adapters/mail-port.ts';
import type { HttpRequest } from '#lib/engine/model/ports.ts';
import { type SmtpServerForTests, startSmtpServer } from '#test/support/smtp-server.ts';

/*
 * A resolver that changes its answer: the first one is harmless, so that the check lets it pass, and later ones lead
 * into the service's own network. A server on 127.0.0.1 stands for the public address, another one on 127.0.0.2, at the
 * same port, for an address that nobody has checked.
 */

const PUBLIC = [{ address: '127.0.0.1', family: 4 }];
const UNCHECKED = [{ address: '127.0.0.2', family: 4 }];
const HOST = 'rebinding.example';

let good: Server;
let bad: Server;
let port: number;
let smtp: SmtpServerForTests;
let respond: (response: ServerResponse, url: string) => void;
let goodUrls: string[];
let badConnections: number;

beforeAll(async () => {
  good = createServer((request, response) => {
    goodUrls.push(request.url ?? '');
    respond(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => good.listen(0, '127.0.0.1', resolve));
  ({ port } = good.address() as AddressInfo);
  bad = createServer((_, response) => void response.end('secret'));
  bad.on('connection', () => {
    badConnections += 1;
  });
  await new Promise<void>((resolve) => bad.listen(port, '127.0.0.2', resolve));
  smtp = await startSmtpServer();
});

afterAll(() => {
  for (const server of [good, bad]) {
    server.closeAllConnections();
    server.close();
  }
  smtp.stop();
});

beforeEach(() => {
  goodUrls = [];
  badConnections = 0;
  respond = (response) => response.end('ok');
  smtp.forget();
});

afterEach(() => vi.restoreAllMocks());

type Answer = { address: string; family: number }[];

/** Returns the answers one after the other, the last one for ever, and counts the questions. */
function changingResolver(...answers: Answer[]) {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { resolve, asked };
}

const startPort = (resolve: (host: string) => Promise<Answer>) =>
  httpPort({ loopbackPortsForTests: new Set([port]), resolve });
const requestTo = (url: string): HttpRequest => ({ url, method: 'GET', timeoutMs: 5_000 });

/** Later answers of the resolver, none of which may be called. */
const PRIVATE: [what: string, answer: Answer][] = [
  ['a private address', [{ address: '10.0.0.1', family: 4 }]],
  ['the metadata service', [{ address: '169.254.169.254', family: 4 }]],
  ['the metadata service by IPv6', [{ address: 'fd00:ec2::254', family: 6 }]],
  ['this machine by IPv4 in IPv6', [{ address: '::ffff:10.0.0.1', family: 6 }]],
  ['a private address by NAT64', [{ address: '64:ff9b::a00:1', family: 6 }]],
  ['a link-local address with a zone', [{ address: 'fe80::1%eth0', family: 6 }]],
  ['the unspecified address', [{ address: '0.0.0.0', family: 4 }]],
  ['a public A and a private AAAA', [...PUBLIC, { address: 'fd00::1', family: 6 }]],
  [
    'a private A and a public AAAA',
    [
      { address: '192.168.0.1', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
  ],
  [
    'a private one behind many public ones',
    [
      ...Array<Answer[number]>(20).fill({ address: '8.8.8.8', family: 4 }),
      { address: '10.1.1.1', family: 4 },
    ],
  ],
];

describe('a request', () => {
  it('asks once, and connects to that answer only, also where a connection fails', async () => {
    const { resolve, asked } = changingResolver(PUBLIC, UNCHECKED);
    const systemLookup = vi.spyOn(dns, 'lookup');
    const { status } = await startPort(resolve)(requestTo(`http://${HOST}:${port}/`));
    expect([status, asked, goodUrls, badConnections]).toEqual([200, [HOST], ['/'], 0]);
    respond = (response) => void response.destroy();
    const failing = changingResolver(PUBLIC, UNCHECKED);
    await expect(startPort(failing.resolve)(requestTo(`http://${HOST}:${port}/`))).rejects.toThrow();
    expect([failing.asked, badConnections]).toEqual([[HOST], 0]);
    expect(systemLookup).not.toHaveBeenCalled();
  });

  it.each(PRIVATE)('is refused before it is sent if the only answer is %s', async (_, answer) => {
    const { resolve } = changingResolver(answer);
    await expect(startPort(resolve)(requestTo(`http://${HOST}/`))).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it.each(['http', 'https'])(
    'by %s does not reuse a connection that an earlier answer allowed',
    async (scheme) => {
      const { resolve, asked } = changingResolver(PUBLIC, [{ address: '10.0.0.1', family: 4 }]);
      respond = (response) => response.writeHead(200, { connection: 'keep-alive' }).end('ok');
      const http = startPort(resolve);
      await http(requestTo(`http://${HOST}:${port}/first`));
      await expect(http(requestTo(`${scheme}://${HOST}:${port}/second`))).rejects.toMatchObject({
        kind: 'refused',
      });
      expect([asked, goodUrls]).toEqual([[HOST, HOST], ['/first']]);
    },
  );

  it('asks again for a name with a final dot or in capitals, and takes no earlier answer for it', async () => {
    const { resolve, asked } = changingResolver(PUBLIC, [{ address: '10.0.0.1', family: 4 }]);
    const http = startPort(resolve);
    await http(requestTo(`http://${HOST}:${port}/`));
    for (const host of [`${HOST}.`, HOST.toUpperCase()]) {
      await expect(http(requestTo(`http://${host}:${port}/`))).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(asked).toEqual([HOST, HOST, HOST]);
  });
});

describe('a redirect', () => {
  it.each([
    ['within the host', () => '/second'],
    ['to the same host', () => `http://${HOST}:${port}/second`],
    ['to another host', () => `http://other.example:${port}/second`],
    ['without a scheme', () => `//other.example:${port}/second`],
  ])('%s asks again, and is refused if the answer has become private', async (_, location) => {
    for (const [what, answer] of PRIVATE) {
      goodUrls = [];
      const { resolve, asked } = changingResolver(PUBLIC, answer);
      respond = (response) => response.writeHead(307, { location: location() }).end();
      const failure = await startPort(resolve)(requestTo(`http://${HOST}:${port}/first`)).catch(
        (error: Error) => error.message,
      );
      expect([what, failure]).toEqual([what, expect.stringMatching(/^Redirect refused: /)]);
      expect([what, asked.length, goodUrls]).toEqual([what, 2, ['/first']]);
    }
    expect(badConnections).toBe(0);
  });

  it('connects to the answer that was checked for it, in each of many redirects', async () => {
    const answers = [PUBLIC, PUBLIC, PUBLIC, PUBLIC, UNCHECKED];
    const { resolve, asked } = changingResolver(...answers);
    respond = (response, url) => {
      const next = Number(url.slice(1)) + 1;
      if (next === 4) response.end('done');
      else response.writeHead(302, { location: `/${next}` }).end();
    };
    await startPort(resolve)(requestTo(`http://${HOST}:${port}/0`));
    expect([asked.length, goodUrls, badConnections]).toEqual([4, ['/0', '/1', '/2', '/3'], 0]);
  });
});

describe('a mail', () => {
  const from = { email: 'bot@x.example' };
  const mail = { to: ['ada@y.example'], subject: 'Hi', text: 'Hello' };
  const sendMail = (resolve: (host: string) => Promise<Answer>, attachments?: { url: string }[]) =>
    mailPort(startPort(resolve), {
      env: {},
      loopbackPortsForTests: new Set([smtp.port, port]),
      resolve,
    }).send(
      { ...mail, ...(attachments && { attachments }) },
      { host: HOST, port: smtp.port, username: 'al', password: 'secret', from },
      5_000,
    );

  it('asks once for its server, and the mail library never', async () => {
    const { resolve, asked } = changingResolver(PUBLIC, UNCHECKED);
    const lookups = [
      vi.spyOn(dns, 'lookup'),
      vi.spyOn(dns, 'resolve4'),
      vi.spyOn(dns, 'resolve6'),
      vi.spyOn(dns.promises, 'lookup'),
    ];
    await sendMail(resolve);
    expect(asked).toEqual([HOST]);
    expect(smtp.received.data).toContain('Hello');
    for (const lookup of lookups) expect(lookup).not.toHaveBeenCalled();
  });

  it.each(PRIVATE)('is refused, with its password, if the answer is %s', async (_, answer) => {
    await expect(sendMail(changingResolver(answer).resolve)).rejects.toMatchObject({ kind: 'refused' });
    expect(smtp.received.commands).toEqual([]);
  });

  it('asks again for its attachments', async () => {
    const { resolve, asked } = changingResolver(PUBLIC, [{ address: '10.0.0.1', family: 4 }]);
    await expect(sendMail(resolve, [{ url: `http://${HOST}:${port}/cv.pdf` }])).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(asked).toEqual([HOST, HOST]);
    expect([goodUrls, smtp.received.commands]).toEqual([[], []]);
  });
});

describe('other connections of the service', () => {
  const root = path.resolve(import.meta.dirname, '../../../..');
  const CONNECTS =
    /from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises|undici|ws|pg|nodemailer|@aws-sdk\/client-[\w-]+|@opentelemetry\/exporter-[\w-]+)'|import\('(?:node:(?:https?|http2|net|tls)|nodemailer(?:\/lib\/smtp-connection)?|@aws-sdk\/client-[\w-]+)'\)|(?<![\w.#])fetch\(|new WebSocket\(/;

  it('are those to AWS and to a receiver of spans, whose hosts no author names; everything else goes through the two ports', () => {
    const files = globSync('{lib,functions}/**/*.ts', { cwd: root });
    const connecting = files.filter((file) => {
      const source = readFileSync(path.join(root, file), 'utf8').replace(
        /^import type .*$|^import \{ isIP \} .*$/gm,
        '',
      );
      return CONNECTS.test(source);
    });
    expect(connecting.toSorted()).toEqual([
      'lib/chat/adapters/guarded-address.ts',
      'lib/chat/adapters/http-port.ts',
      // The service's own buckets, table, secrets and state machine.
      'lib/chat/adapters/s3-file-port.ts',
      'lib/chat/adapters/smtp-check.ts',
      'lib/chat/adapters/smtp-transport.ts',
      'lib/chat/adapters/upload-form.ts',
      'lib/jobs/erasure/erase-files.ts',
      'lib/jobs/export-client.ts',
      'lib/jobs/export-link.ts',
      'lib/jobs/export-upload.ts',
      'lib/jobs/start-execution.ts',
      'lib/platform/credentials/secrets-manager.ts',
      // The operator's receiver of spans, and X-Ray's daemon.
      'lib/platform/observability/export-spans.ts',
      'lib/platform/observability/send-subsegment.ts',
      'lib/platform/store/dynamodb-client.ts',
      'lib/platform/store/dynamodb-http-handler.ts',
      'lib/workspaces/tokens/store/token-lookup.ts',
    ]);
  });
});
