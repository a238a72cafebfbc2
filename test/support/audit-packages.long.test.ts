import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { auditPackages, judgeAudit } from './audit-packages.ts';

type Advisory = { id: number; url: string; title: string; severity: string; vulnerable_versions: string };

/** Version of every package in the registry. */
const VERSION = '4.0.0';

/** A registry that knows these advisories, by package. */
async function startRegistry(advisories: Record<string, Advisory[]> | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const isAudit = request.url?.startsWith('/-/npm/v1/security/');
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    if (isAudit && !advisories) return response.writeHead(405).end();
    const body = isAudit ? advisories : { name, versions: { [VERSION]: { name, version: VERSION } } };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function audit(advisories: Record<string, Advisory[]> | undefined) {
  const registry = await startRegistry(advisories);
  // npm remembers what it has found out about an advisory.
  const cache = mkdtempSync(join(tmpdir(), 'bots-audit-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return await auditPackages([`--registry=${registry}`, `--cache=${cache}`, '--fetch-retries=0']);
}

const advise = (severity: string): Advisory => ({
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Script injection',
  severity,
  vulnerable_versions: '<999',
});

it('a grave vulnerability of a package that is deployed fails the suite, and is named', async () => {
  const { exitCode, message } = await audit({ zod: [advise('critical')] });
  expect(message).toMatch(/^Vulnerable packages:\n(?: {2}.*\n)* {2}critical: zod \S+: Script injection/);
  expect(exitCode).toBe(1);
});

it('a package of development, or a minor vulnerability, does not', async () => {
  const { exitCode, message } = await audit({ vitest: [advise('critical')], zod: [advise('moderate')] });
  expect(message).toContain('No package has a vulnerability of level high or above.');
  expect(message).toContain('moderate: zod');
  expect(message).not.toContain('vitest');
  expect(exitCode).toBe(0);
});

it('a registry that does not answer is a reason to skip, which is said', async () => {
  const { exitCode, message } = await audit(undefined);
  expect(message).toMatch(/^Skipping npm audit, because the registry does not answer it: 405/);
  expect(exitCode).toBe(0);
});

it('any other failure of npm is a failure', () => {
  const output = JSON.stringify({
    message: 'This command requires an existing lockfile.',
    error: { summary: '', detail: '' },
  });
  expect(() => judgeAudit(1, output)).toThrow(
    'npm audit failed: This command requires an existing lockfile.',
  );
});
