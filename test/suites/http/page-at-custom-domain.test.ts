import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { patchBot, unpublishBot } from '#test/support/bot-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { freeDomain, registerDomain } from '#test/support/endpoints/domains.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { seenAt } from '#test/support/site-host.ts';

afterEach(() => vi.unstubAllEnvs());

describeApi('the page of a bot at its custom domain', (api) => {
  beforeEach(({ skip }) =>
    skip(api.target === 'remote', 'a deployment may not serve the names of the tests'),
  );

  // Paths of one segment: the targets have no edge, which makes others one. `test/apps/local/serve-sites.test.ts` has those.
  const page = (host: string, segment: string) =>
    api.request({ api: 'chat', method: 'GET', path: `/${segment}`, headers: seenAt(api, host) });
  const readPublicId = (html: string) => /<meta name="bot-public-id" content="([^"]*)">/.exec(html)?.[1];

  async function publishAt(path: string, host?: string) {
    const name = host ?? (await registerDomain(api));
    const { id, publicId } = await publishedBot(api, v6Document());
    await patchBot(api, id, { customDomain: `${name}${path}` });
    return { id, publicId, host: name };
  }

  it.each([
    ['/guide', 'guide'],
    ['/Guide/', 'guide'],
  ])('with the path %j is at %s, and names the bot', async (path, segment) => {
    const { host, publicId } = await publishAt(path);
    const { status, text, headers } = await page(host, segment);
    expect([status, readPublicId(text)]).toEqual([200, publicId]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect((await page(host, 'elsewhere')).status).toBe(404);
  });

  it('is there whatever the case and the port of the host', async () => {
    const { host } = await publishAt('/guide');
    expect((await page(`${host.toUpperCase()}:8081`, 'guide')).status).toBe(200);
  });

  it('follows the publicId', async () => {
    const { host, id } = await publishAt('/guide');
    const publicId = `moved-${id}`;
    await patchBot(api, id, { publicId });
    expect(readPublicId((await page(host, 'guide')).text)).toBe(publicId);
  });

  it('is found by a claim of an earlier version, which has no publicId, and verification finds nothing wrong', async ({
    skip,
  }) => {
    skip(!api.canReachStore, 'the claim is written into the table');
    const { host, id, publicId } = await publishAt('/guide');
    await putItem({ ...keys.customDomainClaim(`${host}/guide`), botId: id });
    expect(readPublicId((await page(host, 'guide')).text)).toBe(publicId);
    await expectSoundTable();
  });

  it.for([
    ['another publicId', 'before-the-rollback'],
    ['no publicId', null],
  ])(
    'is found though an earlier version has changed the bot: its claim still has %s',
    async ([, former], { skip }) => {
      skip(!api.canReachStore, 'the claim is written into the table');
      const { host, id, publicId } = await publishAt('/guide');
      await putItem({ ...keys.customDomainClaim(`${host}/guide`), botId: id, publicId: former });
      expect(readPublicId((await page(host, 'guide')).text)).toBe(publicId);
      // Other tests expect a table without outdated claims.
      await patchBot(api, id, { customDomain: null });
    },
  );

  it('is not there for a bot without a publicId, which cannot chat', async () => {
    const { host, id } = await publishAt('/guide');
    await patchBot(api, id, { publicId: null });
    expect((await page(host, 'guide')).status).toBe(404);
  });

  it('is not there while nothing is published', async () => {
    const { host, id } = await publishAt('/guide');
    await unpublishBot(api, id);
    expect((await page(host, 'guide')).status).toBe(404);
  });

  it('is gone when the name is deleted, and the bot keeps its field', async () => {
    const { host, id } = await publishAt('/guide');
    const token = await api.tokenFor('admin');
    await api.request({ method: 'DELETE', path: `/v1/custom-domains/${host}`, token });
    expect((await page(host, 'guide')).status).toBe(404);
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
    expect(body).toMatchObject({ bot: { customDomain: `${host}/guide` } });
  });

  it('is not there for a bot of a workspace that does not have the name', async () => {
    const host = freeDomain();
    await publishAt('/guide', host);
    const { id: workspaceId, token } = await createOwnWorkspace(api);
    const request = { method: 'POST', path: '/v1/custom-domains', body: { workspaceId, name: host } };
    expect((await api.request({ ...request, token })).status).toBe(200);
    expect((await page(host, 'guide')).status).toBe(404);
  });

  it('is not there at a name that the operator does not serve any more', async ({ skip }) => {
    skip(!api.canInjectFaults, 'the functions run elsewhere');
    const { host } = await publishAt('/guide');
    vi.stubEnv('CUSTOM_DOMAINS', '');
    expect((await page(host, 'guide')).status).toBe(404);
  });

  it('is the only page there: publicIds lead nowhere at a custom domain', async () => {
    const { host, publicId } = await publishAt('/guide');
    for (const segment of [publicId, '_', '_~~', '_~guide', '_~guide~', 'gu%20ide']) {
      expect([segment, (await page(host, segment)).status]).toEqual([segment, 404]);
    }
  });

  it.each(['a_b.custom.example', '-.custom.example', '.custom.example', `${'a'.repeat(64)}.custom.example`])(
    'is not at %s, which is not a host name',
    async (host) => {
      expect((await page(host, 'guide')).status).toBe(404);
    },
  );

  it('is found by no path at the site’s own name', async () => {
    await publishAt('/guide');
    expect((await api.request({ api: 'chat', method: 'GET', path: '/guide' })).status).toBe(404);
  });

  describe('a bot that is given a custom domain', () => {
    const give = (botId: string, customDomain: string | null, token?: string) =>
      api.request({
        method: 'PATCH',
        path: `/v1/bots/${botId}`,
        body: { bot: { customDomain } },
        ...(token && { token }),
      });

    it('gets it without a warning if the workspace has registered the name', async () => {
      const { id } = await publishedBot(api, v6Document());
      const { status, body } = await give(id, `${await registerDomain(api)}/guide`);
      expect([status, (body as { warnings?: unknown[] }).warnings]).toEqual([200, undefined]);
    });

    it('gets it with a warning if nobody has, and none when it is sent again', async () => {
      const { id } = await publishedBot(api, v6Document());
      const domain = `${freeDomain()}/guide`;
      const { status, body } = await give(id, domain);
      expect([status, body]).toMatchObject([
        200,
        { bot: { customDomain: domain }, warnings: [{ code: 'NO_EFFECT', path: 'bot.customDomain' }] },
      ]);
      expect((await give(id, domain)).body).not.toHaveProperty('warnings');
    });

    it.each(['api', 'v1', 'v2/x', '_assets/x', '_preview'])(
      'is warned that /%s is the site’s own',
      async (path) => {
        const { id } = await publishedBot(api, v6Document());
        const { body } = await give(id, `${await registerDomain(api)}/${path}`);
        expect(body).toMatchObject({
          warnings: [{ code: 'NO_EFFECT', message: expect.stringContaining('addresses of its own') }],
        });
      },
    );

    it('is refused if another workspace has the name, also when it is created with it', async () => {
      const { id: workspaceId, token } = await createOwnWorkspace(api);
      const name = freeDomain();
      const request = { method: 'POST', path: '/v1/custom-domains', body: { workspaceId, name } };
      await api.request({ ...request, token });
      const { id } = await publishedBot(api, v6Document());
      const issues = [{ path: 'bot.customDomain', message: expect.stringContaining('another workspace') }];
      expect(await give(id, `${name}/guide`)).toMatchObject({ status: 409, body: { issues } });
      const body = { workspaceId: api.workspaceId, bot: { customDomain: name } };
      expect(await api.request({ method: 'POST', path: '/v1/bots', body })).toMatchObject({
        status: 409,
        body: { issues },
      });
    });

    it('is checked by bots check, in its workspace only', async () => {
      const check = (customDomain: string, more: object = {}) =>
        api.request({
          method: 'POST',
          path: '/v1/bots/check',
          body: { bot: { ...v6Document(), customDomain }, ...more },
        });
      const issue = { code: 'NO_EFFECT', path: 'bot.customDomain' };
      const inWorkspace = { workspaceId: api.workspaceId };
      const codes = async (response: ReturnType<typeof check>) =>
        ((await response).body as { issues: { code: string; path: string }[] }).issues.filter(
          ({ path }) => path === 'bot.customDomain',
        );
      expect(await codes(check(freeDomain(), inWorkspace))).toMatchObject([issue]);
      expect(await codes(check(await registerDomain(api), inWorkspace))).toEqual([]);
      expect(await codes(check(freeDomain()))).toEqual([]);
      expect(await codes(check('localhost', inWorkspace))).toEqual([]);
    });
  });
});
