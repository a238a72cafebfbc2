import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IFRAME_ORIGIN_HEADER } from '#lib/platform/http/iframe-origin-header.ts';
import { toWorkspaceLabel } from '#lib/platform/origins/workspace-origin.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { unpublishBot } from '#test/support/bot-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

const PROOF = 'only-the-site-knows-this';
const BARE = 'bots.example.com';

describeApi('pages of workspaces with origins of their own', (api) => {
  beforeEach(({ skip }) => {
    skip(!api.canInjectFaults, 'the option is in the environment of the functions');
    vi.stubEnv('SITE_PROOF', PROOF);
    vi.stubEnv('WORKSPACE_ORIGINS_BELOW', `https://${BARE}`);
  });
  afterEach(() => vi.unstubAllEnvs());

  const label = () => toWorkspaceLabel(api.workspaceId);
  const ownHost = () => `${label()}.${BARE}`;
  /** The local server is a site: it says itself at which host it was asked. */
  const seenAt = (host: string): Record<string, string> =>
    api.target === 'http' ? { Host: host } : { 'X-Site-Proof': PROOF, 'X-Viewer-Host': host };
  const get = (pathAndQuery: string, headers: Record<string, string>, method = 'GET') =>
    api.request({ api: 'chat', method, path: pathAndQuery, headers });

  it('are at the label of the workspace, and nowhere else', async () => {
    const { publicId } = await publishedBot(api, v6Document());
    const page = await get(`/${publicId}`, seenAt(ownHost()));
    expect(page.status).toBe(200);
    expect(page.text).toContain('<!doctype html>');

    const absent = await get('/no-such-bot', seenAt(ownHost()));
    for (const host of [
      `${toWorkspaceLabel('another')}.${BARE}`,
      `www.${BARE}`,
      'd111111abcdef8.cloudfront.net',
      'evil.example',
    ]) {
      const elsewhere = await get(`/${publicId}`, seenAt(host));
      expect([host, elsewhere.status]).toEqual([host, 404]);
      expect(elsewhere.body).toEqual({
        ...(absent.body as object),
        requestId: (elsewhere.body as { requestId: string }).requestId,
      });
      expect(elsewhere.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each(['GET', 'HEAD'])('are where the bare name leads (%s), which itself has none', async (method) => {
    const { id, publicId } = await publishedBot(api, v6Document());
    const { status, headers, text } = await get(`/${publicId}`, seenAt(BARE), method);
    expect([status, text]).toEqual([302, '']);
    expect(headers.get('location')).toBe(`https://${ownHost()}/${publicId}`);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect((await get('/no-such-bot', seenAt(BARE), method)).status).toBe(404);
    await unpublishBot(api, id);
    expect((await get(`/${publicId}`, seenAt(BARE), method)).status).toBe(404);
  });

  it('have redirects without the query, which a cache would give to everyone, and the site adds it', async () => {
    const { publicId } = await publishedBot(api, v6Document());
    const query = 'Name=Ada%20L&Name=%C3%A9&utm_source=a+b&empty=&bare&q=%3Fx%23y';
    const { headers } = await get(`/${publicId}?${query}`, seenAt(BARE));
    const added = api.target === 'http' ? `?${query}` : '';
    expect(headers.get('location')).toBe(`https://${ownHost()}/${publicId}${added}`);
  });

  it.runIf(api.target === 'direct')('are not at a host that only the request names', async () => {
    const { publicId } = await publishedBot(api, v6Document());
    for (const forged of [
      { 'X-Viewer-Host': ownHost() },
      { 'X-Viewer-Host': ownHost(), 'X-Site-Proof': 'guessed' },
      { Host: ownHost() },
      { 'X-Forwarded-Host': ownHost(), Forwarded: `host=${ownHost()}` },
      { Host: 'evil.example' },
    ]) {
      const { status, headers } = await get(`/${publicId}`, forged as Record<string, string>);
      expect([status, headers.get('location')]).toEqual([302, `https://${ownHost()}/${publicId}`]);
    }
  });

  it.runIf(api.target === 'http')('are not at a host that a header claims beside Host', async () => {
    const { publicId } = await publishedBot(api, v6Document());
    const claims = { 'X-Site-Proof': PROOF, 'X-Viewer-Host': ownHost() };
    expect((await get(`/${publicId}`, { ...claims, ...seenAt('evil.example') })).status).toBe(404);
    expect((await get(`/${publicId}`, { ...claims, ...seenAt(BARE) })).status).toBe(302);
  });

  describe('chat with a bot that allows certain origins', () => {
    const start = async (allowedOrigins: string[], origin: string, around?: string) => {
      const { publicId } = await publishedBot(api, {
        ...v6Document(),
        settings: { security: { allowedOrigins } },
      });
      const { status } = await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/bots/${publicId}/startChat`,
        headers: {
          ...seenAt(new URL(origin).host),
          Origin: origin,
          ...(around && { [IFRAME_ORIGIN_HEADER]: around }),
        },
        body: {},
      });
      return status;
    };
    const SHOP = 'https://shop.example';
    const own = () => `https://${ownHost()}`;
    const other = `https://${toWorkspaceLabel('another')}.${BARE}`;

    it('on its own page, if the list has the bare name of the site', async () => {
      expect(await start([`https://${BARE}`, SHOP], own())).toBe(200);
      expect(await start([own()], own())).toBe(200);
      expect(await start([SHOP], own())).toBe(403);
    });

    it('on no page of another workspace', async () => {
      expect(await start([`https://${BARE}`, SHOP], other)).toBe(403);
      expect(await start([`https://${BARE}`, SHOP], other, SHOP)).toBe(403);
    });

    it('on its own page in a frame of a website on the list', async () => {
      expect(await start([SHOP], own(), SHOP)).toBe(200);
      expect(await start([SHOP], own(), 'https://evil.example')).toBe(403);
    });

    it('at a custom domain on the list, which says which page is around it as the own page does', async () => {
      const custom = 'https://offers.acme.example';
      expect(await start([custom, SHOP], custom)).toBe(200);
      expect(await start([custom, SHOP], custom, SHOP)).toBe(200);
      expect(await start([custom, SHOP], custom, 'https://evil.example')).toBe(403);
    });
  });

  it('cannot be merged by document.domain, or reached from the tab that opened it', async () => {
    const { publicId } = await publishedBot(api, v6Document());
    const { headers } = await get(`/${publicId}`, seenAt(ownHost()));
    expect(headers.get('origin-agent-cluster')).toBe('?1');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    vi.stubEnv('WORKSPACE_ORIGINS_BELOW', '');
    const shared = await get(`/${publicId}`, seenAt(BARE));
    expect(shared.headers.get('origin-agent-cluster')).toBe('?1');
    expect(shared.headers.get('cross-origin-opener-policy')).toBeNull();
  });
});
