import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';

describeApi('GET /{publicId}', (api) => {
  let hasPages = true;
  beforeAll(async () => {
    // A deployed service may be without the sites.
    if (api.target !== 'remote') return;
    const { body } = await api.request({ api: 'chat', method: 'GET', path: '/no-such-bot' });
    hasPages = (body as { message: string }).message === 'Bot not found';
    if (!hasPages) return;
    // Nor has its chat address pages if workspaces have origins of their own.
    const { publicId } = await publishedBot(api, v6Document());
    hasPages = (await page(publicId)).status !== 302;
  });
  beforeEach(({ skip }) =>
    skip(!hasPages, 'the service is deployed without pages, or has them at the origins of workspaces'),
  );

  const page = (publicId: string, headers: Record<string, string> = {}) =>
    api.request({ api: 'chat', method: 'GET', path: `/${publicId}`, headers });
  const withMetadata = (metadata: object) => ({ ...v6Document(), settings: { metadata } });

  describe('200', () => {
    it('shows what the settings say about the bot', async () => {
      const { publicId } = await publishedBot(
        api,
        withMetadata({
          title: 'Ferries & more',
          description: 'Book a crossing',
          imageUrl: 'https://ferry.example.com/cover.png?a=1&b=2',
          favIconUrl: 'https://ferry.example.com/icon.png',
          allowIndexing: true,
        }),
      );
      const { status, headers, text } = await page(publicId);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toContain('<title>Ferries &amp; more</title>');
      expect(text).toContain('<meta name="description" content="Book a crossing">');
      expect(text).toContain('<meta property="og:title" content="Ferries &amp; more">');
      expect(text).toContain(
        '<meta property="og:image" content="https://ferry.example.com/cover.png?a=1&amp;b=2">',
      );
      expect(text).toContain('<link rel="icon" href="https://ferry.example.com/icon.png">');
      expect(text).not.toContain('noindex');
    });

    it('answers HEAD, with which link checkers ask, without the page', async () => {
      const { publicId } = await publishedBot(api, v6Document());
      const { status, headers, text } = await api.request({
        api: 'chat',
        method: 'HEAD',
        path: `/${publicId}`,
      });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      expect(text).toBe('');
      const unknown = await api.request({ api: 'chat', method: 'HEAD', path: '/no-such-bot' });
      expect(unknown.status).toBe(404);
    });

    it('falls back to the name and the icon, and asks not to be indexed', async () => {
      const { publicId } = await publishedBot(api, { ...v6Document(), name: 'Ferry tickets', icon: '⛴️' });
      const { text } = await page(publicId);
      expect(text).toContain('<title>Ferry tickets</title>');
      expect(text).toContain(encodeURIComponent('⛴️'));
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(text).not.toContain('og:image');
    });

    it('shows what was published, not the draft', async () => {
      const { id, publicId } = await publishedBot(api, withMetadata({ title: 'Published' }));
      await patchBot(api, id, { settings: { metadata: { title: 'Draft' } } });
      expect((await page(publicId)).text).toContain('<title>Published</title>');
      await publishBot(api, id);
      expect((await page(publicId)).text).toContain('<title>Draft</title>');
    });

    it('may be kept by caches for a minute, and runs only the script that its policy names', async () => {
      const { publicId } = await publishedBot(api, v6Document());
      const { headers, text } = await page(publicId);
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      const script = /<script>(.*?)<\/script>/.exec(text)?.[1] ?? '';
      expect(script).toMatch(/"\/_assets\/page-[A-Z0-9]+\.js"/);
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
      expect(headers.get('content-security-policy')).toContain(
        `script-src 'sha256-${Buffer.from(hash).toString('base64')}' 'strict-dynamic' 'unsafe-eval';`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it.each([
      ['everybody', undefined, undefined],
      ['everybody', [], undefined],
      ['the websites that the bot allows', ['https://shop.example'], "'self' https://shop.example"],
      [
        'no more than these, whatever is in the list',
        ['https://shop.example/a', "https://x.example; script-src 'unsafe-inline'", '*'],
        "'self' https://shop.example",
      ],
    ])('may be shown in frames by %s', async (_, allowedOrigins, expected) => {
      const settings = { security: { allowedOrigins } };
      const { publicId } = await publishedBot(api, { ...v6Document(), settings });
      const policy = (await page(publicId)).headers.get('content-security-policy') ?? '';
      const directives = policy.split('; ');
      expect(directives.filter((directive) => directive.startsWith('script-src'))).toHaveLength(1);
      expect(directives.filter((directive) => directive.startsWith('frame-ancestors'))).toEqual(
        expected === undefined ? [] : [`frame-ancestors ${expected}`],
      );
    });

    it.skipIf(CASES.length === 0)(
      'may be shown by the website of case 20, which can chat there',
      async () => {
        const { bot } = readCase('20');
        const { publicId } = await publishedBot(api, bot);
        expect((await page(publicId)).headers.get('content-security-policy')).toContain(
          "frame-ancestors 'self' https://shop.example",
        );
      },
    );

    it('takes any query, because values of variables are in it', async () => {
      const { publicId } = await publishedBot(api, v6Document());
      expect((await page(`${publicId}?Name=Ada&utm_source=mail`)).status).toBe(200);
    });

    it('is there for a closed bot, whose chat says that it is closed', async () => {
      const { id, publicId } = await publishedBot(api, v6Document());
      await patchBot(api, id, { isClosed: true });
      expect((await page(publicId)).status).toBe(200);
    });
  });

  describe('404', () => {
    it('looks the same for an unknown, an unpublished, an archived and a reserved id', async () => {
      const unpublished = await publishedBot(api, v6Document());
      await unpublishBot(api, unpublished.id);
      const archived = await publishedBot(api, v6Document());
      await archiveBot(api, archived.id);
      const expected = { status: 404, body: { code: 'NOT_FOUND', message: 'Bot not found' } };
      for (const publicId of ['no-such-bot', 'NOT-AN-ID', unpublished.publicId, archived.publicId]) {
        const response = await page(publicId);
        expect(response).toMatchObject(expected);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    });

    it('is a page for browsers', async () => {
      const raw = await page('no-such-bot', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect(raw.status).toBe(404);
      expect(raw.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(raw.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(raw.text).toContain('There is nothing at this address');
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('returns a JSON error if the database is throttled', async () => {
      const { id } = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, id);
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => page(publicId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
