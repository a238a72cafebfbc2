import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { type DeployedService, runDeployedService } from '#test/support/deployed/deployed-service.ts';
import { distributionModel, type ViewerRequest } from '#test/support/deployed/distribution-model.ts';
import { type Assembly, readAssembly, synthesize, WITH_PAGES } from '#test/support/deployed/template.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

/*
 * The sites as they would be deployed: the files that the deployment copies into the bucket, the behaviors and
 * functions of the distributions, and the bundles behind the APIs.
 */

const assembly: Assembly = process.env.ASSEMBLY_DIR
  ? readAssembly(process.env.ASSEMBLY_DIR)
  : synthesize(WITH_PAGES);
const VIEWER = '203.0.113.9';

let database: TestDatabase;
let service: DeployedService;
let admin: string;
let workspaceId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  const { insertWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  const { insertToken } = await import('#lib/workspaces/tokens/store/token-store.ts');
  ({ id: workspaceId } = await insertWorkspace({ name: 'Sites' }));
  ({ token: admin } = await insertToken({ workspaceId, role: 'admin', name: 'Sites' }));
  service = await runDeployedService(assembly, database.endpoint);
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await database?.stop();
});

const through = (site: 'Console' | 'Bots', request: ViewerRequest) =>
  distributionModel(assembly, site, service.gateway)({ ip: VIEWER, ...request });

async function ofManagement<T>(method: string, path: string, body?: object): Promise<T> {
  const { status, text } = await through('Console', {
    method,
    path,
    headers: {
      Authorization: `Bearer ${admin}`,
      // Nobody believes what viewers say of themselves.
      'X-Viewer-Address': '192.0.2.66',
      'X-Site-Proof': 'made up',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, status, text.slice(0, 500)]).toEqual([path, 200, expect.anything()]);
  return JSON.parse(text) as T;
}

async function publishedBot(): Promise<string> {
  const { bot } = await ofManagement<{ bot: { id: string } }>('POST', '/v1/bots/import', {
    workspaceId,
    // Without the origins that the document allows, to which the site does not belong.
    bot: { ...v6Document(), name: 'Ferry <tickets>', settings: {} },
  });
  return (await ofManagement<{ publicId: string }>('POST', `/v1/bots/${bot.id}/publish`)).publicId;
}

describe('the sites, as they are deployed', () => {
  it('show the page of a bot, whose scripts are in the bucket', async () => {
    const publicId = await publishedBot();
    const page = await through('Bots', { path: `/${publicId}`, query: 'Name=Ada' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Ferry &lt;tickets&gt;</title>');
    expect(page.keptSeconds).toBe(60);
    expect(page.headers.get('content-security-policy')).toContain("'strict-dynamic'");
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const scripts = [...page.text.matchAll(/\/_assets\/[\w-]+\.js/g)].map(([path]) => path);
    expect(scripts).not.toEqual([]);
    for (const path of scripts) {
      const script = await through('Bots', { path });
      expect([path, script.status]).toEqual([path, 200]);
      // Lazily loaded parts are there, too.
      for (const [, chunk = ''] of script.text.matchAll(/["'](\/_assets\/[\w-]+\.js)["']/g)) {
        expect([chunk, (await through('Bots', { path: chunk })).status]).toEqual([chunk, 200]);
      }
    }
  });

  it('let the page chat at its own origin', async () => {
    const publicId = await publishedBot();
    const started = await through('Bots', {
      method: 'POST',
      path: `/v1/bots/${publicId}/startChat`,
      headers: { 'Content-Type': 'application/json', Origin: 'https://site.example.com' },
      body: '{}',
    });
    expect(started.status).toBe(200);
    expect(JSON.parse(started.text).messages).not.toEqual([]);
    expect(started.keptSeconds).toBe(0);
  });

  it('also have the APIs below /api, as clients of Typebot ask', async () => {
    const { token } = await ofManagement<{ token: { workspaceId: string } }>('GET', '/api/v1/me');
    expect(token.workspaceId).toBe(workspaceId);
  });

  it.each(['//api', '/api/api', '//api/api', '//'])(
    'correct calls of clients whose address makes paths begin with %s',
    async (begin) => {
      const publicId = await publishedBot();
      const path = `${begin}/v1/bots/${publicId}/startChat/`;
      const headers = { 'Content-Type': 'application/json', Origin: 'https://site.example.com' };
      const preflight = await through('Bots', { method: 'OPTIONS', path, headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'POST, OPTIONS',
      ]);
      const started = await through('Bots', { method: 'POST', path, headers, body: '{}' });
      expect([started.status, started.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    },
  );

  it('show a page to browsers that ask for a bot that is not there, and keep no error', async () => {
    const page = await through('Bots', { path: '/no-such-bot', headers: { Accept: 'text/html' } });
    expect([page.status, page.keptSeconds]).toEqual([404, 0]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const json = await through('Bots', { path: '/v1/no/such/route' });
    expect(JSON.parse(json.text)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show the console at each of its addresses', async () => {
    for (const path of ['/', '/bots/cm1234/results', '/tokens']) {
      const page = await through('Console', { path });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      const [script = ''] = /\/_assets\/main-[\w-]+\.js/.exec(page.text) ?? [];
      expect((await through('Console', { path: script })).status).toBe(200);
    }
  });

  it('write the address of the viewer into the audit trail, not that of CloudFront', async () => {
    await publishedBot();
    const { entries } = await ofManagement<{ entries: { sourceIp: string | null }[] }>(
      'GET',
      `/v1/workspaces/${workspaceId}/audit`,
    );
    // What the test itself has written to the table has no address.
    const addresses = entries.flatMap(({ sourceIp }) => sourceIp ?? []);
    expect(new Set(addresses)).toEqual(new Set([VIEWER]));
  });
});
