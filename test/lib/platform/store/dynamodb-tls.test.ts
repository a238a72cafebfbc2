import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '#test/support/run-program.ts';

const READ_TWICE = fileURLToPath(new URL('./read-twice.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'bots-tls-'));
const certificate = join(folder, 'server.pem');
let server: Server;
let connections = 0;

beforeAll(async () => {
  const key = join(folder, 'server.key');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const name = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{"Item":{"id":{"S":"some-id"}}}');
  });
  server.on('secureConnection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function read(env: NodeJS.ProcessEnv) {
  const { port } = server.address() as AddressInfo;
  return runProgram(process.execPath, [READ_TWICE], {
    capture: true,
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: `https://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      TABLE_NAME: 'table',
      ...env,
    },
  });
}

it('reads over TLS with a certificate in NODE_EXTRA_CA_CERTS, with one connection', async () => {
  const { stdout, exitCode } = await read({ NODE_EXTRA_CA_CERTS: certificate });
  expect({ stdout, exitCode }).toStrictEqual({ stdout: 'some-id\nsome-id\n', exitCode: 0 });
  expect(connections).toBe(1);
});

it('refuses a certificate that nobody vouches for', async () => {
  const { stderr, exitCode } = await read({});
  expect(exitCode).toBe(1);
  expect(stderr).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
});
