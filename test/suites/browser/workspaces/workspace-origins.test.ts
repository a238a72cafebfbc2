import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#test/suites/browser/chromium.ts';
import { can, ENGINE, hasBrowser, launchBrowser, noticeAbsence } from '#test/suites/browser/engine.ts';
import { startWebsite, type Website } from '#test/suites/browser/website.ts';
import { type Approach, ATTACKS } from './attacks.ts';
import { DOMAIN } from './domain-proxy.ts';
import {
  createHostileBot,
  createReportingBot,
  createUploadBot,
  SCRIPT_PLACES,
  type Target,
} from './hostile-bot.ts';
import { createVictimBot, SECRET, SECRET_REPLY } from './victim-bot.ts';
import { type OriginMode, startWorkspacePair, type WorkspacePair } from './workspace-pair.ts';

const canTest = hasBrowser && can('open a second tab');
noticeAbsence('a hostile bot against one of another workspace');

/** Only what must hold is tested in other engines: what an origin shares differs in details. */
const ORIGIN_MODES: OriginMode[] =
  ENGINE === 'chromium' ? ['one origin', 'localhost', 'a domain'] : ['localhost'];

describe.skipIf(!canTest).each(ORIGIN_MODES)(
  "a bot against another workspace's, their pages at %s",
  (mode) => {
    let pair: WorkspacePair;
    let website: Website;
    let browser: Browser;
    let context: BrowserContext;
    /** A tab in which the visitor chats with the victim. */
    let chatting: Page;
    let target: Target;
    /** A bot of the victim that the browser remembers for a tab. */
    let tabPage: string;
    let hostilePage: string;

    beforeAll(async () => {
      [pair, website, browser] = await Promise.all([
        startWorkspacePair(mode),
        startWebsite(),
        mode === 'a domain' ? launchChromium({ localDomain: DOMAIN }) : launchBrowser({ isWhole: true }),
      ]);
      const { victim, attacker } = pair;
      const publicId = await victim.publish(createVictimBot('local'));
      target = {
        origin: victim.origin,
        page: `${victim.origin}/${publicId}`,
        publicId,
        closedPublicId: await victim.publish(createVictimBot('local', [victim.origin])),
        consolePort: pair.consolePort,
        own: {
          upload: await attacker.publish(createUploadBot()),
          reporter: await attacker.publish(createReportingBot()),
        },
      };
      tabPage = `${victim.origin}/${await victim.publish(createVictimBot('session'))}`;
      hostilePage = `${attacker.origin}/${await attacker.publish(createHostileBot(target))}`;
      context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
      context.setDefaultTimeout(20_000);
      chatting = await openVictim(target.page);
      await chatting.getByRole('textbox').fill(SECRET_REPLY);
      await chatting.keyboard.press('Enter');
      await chatting.getByText(`Noted: ${SECRET_REPLY}`).waitFor();
    });

    afterAll(async () => {
      await browser?.close();
      await Promise.all([pair?.stop(), website?.stop()]);
    });

    async function openVictim(url: string): Promise<Page> {
      const page = await context.newPage();
      await page.route('https://menu.example/', (route) => route.fulfill({ body: 'The menu' }));
      await page.goto(`${url}?note=${SECRET}-query`);
      await page.waitForFunction('window.isReady');
      expect(await page.evaluate('window.failed')).toEqual({});
      return page;
    }

    type Loot = Record<string, string>;

    /** How the visitor comes to an address of the hostile bot. What that has found is returned. */
    const VISITS: Record<Approach, (url: string) => Promise<Loot>> = {
      async 'follows a link'(url) {
        const page = await openVictim(tabPage);
        await page.evaluate(`location.href = ${JSON.stringify(url)}`);
        return await takeLoot(page);
      },
      async 'opens a tab'(url) {
        const opened = context.waitForEvent('page');
        await chatting.evaluate(`void window.open(${JSON.stringify(url)})`);
        return await takeLoot(await opened);
      },
      async 'sees both in a website'(url) {
        const page = await context.newPage();
        await page.goto(
          website.serve('/both', `<iframe src="${target.page}"></iframe><iframe src="${url}"></iframe>`),
        );
        const find = () => page.frames().find((frame) => frame.url().startsWith(hostilePage));
        await expect.poll(find).toBeDefined();
        return await takeLoot(find() as Frame);
      },
    };

    async function takeLoot(page: Page | Frame): Promise<Loot> {
      await page.waitForFunction('window.loot !== undefined');
      const loot = await page.evaluate<Loot>('window.loot');
      await ('page' in page ? page.page() : page).close();
      return loot;
    }

    /** Results of the attacks that ran together. */
    const visits = new Map<Approach, Promise<Loot>>();

    async function attack(name: string): Promise<string> {
      const { approach = 'follows a link', harms } = ATTACKS[name] ?? {};
      const worker = await chatting.evaluate<string>('window.workerUrl');
      const visit = (what: string) =>
        VISITS[approach](`${hostilePage}?worker=${encodeURIComponent(worker)}#${encodeURIComponent(what)}`);
      if (harms) return getLoot(await visit(name), name);
      const together = visits.get(approach) ?? visit(approach);
      visits.set(approach, together);
      return getLoot(await together, name);
    }

    function getLoot(loot: Loot, name: string): string {
      const found = loot[name];
      if (found === undefined) throw new Error(`The attack has not run: ${name}`);
      return found;
    }

    /** What a stranger has done in the page that the visitor chats in. */
    async function readHarm(): Promise<string> {
      const hacked = await chatting.evaluate<string | undefined>('window.hacked');
      const dish = chatting.locator('.host .bubble', { hasText: 'Your dish' });
      return [hacked ?? '', ...(await dish.allInnerTexts())].join(' ');
    }

    it.each(Object.entries(ATTACKS))('%s', async (name, { shared, harms, leftOpen }) => {
      const before = await readHarm();
      const loot = await attack(name);
      const isLeftOpen = ENGINE === 'chromium' && leftOpen?.at.includes(mode);
      if (mode === 'one origin' && 'finds' in shared) {
        await expect.poll(async () => (harms ? await readHarm() : loot)).toContain(shared.finds);
      } else if (isLeftOpen) {
        expect(loot).toContain(leftOpen?.finds);
      } else {
        expect(loot).not.toContain(SECRET);
        if ('finds' in shared) expect(loot).not.toContain(shared.finds);
        expect(await readHarm()).toBe(before);
      }
    });

    it.each(SCRIPT_PLACES)('an author runs a script: %s', async (scriptPlace) => {
      const publicId = await pair.attacker.publish(createHostileBot(target, scriptPlace));
      const page = await context.newPage();
      await page.goto(`${pair.attacker.origin}/${publicId}#localStorage`);
      const { localStorage } = await takeLoot(page);
      if (mode === 'one origin') expect(localStorage).toContain(`${SECRET}-localStorage`);
      else expect(localStorage).toBe('');
    });

    it('a false sign-in at an address that people know', async () => {
      const { hostname, pathname } = new URL(hostilePage);
      const known = [pair.bareOrigin, target.origin];
      if (mode === 'one origin') {
        expect(known).toContain(new URL(hostilePage).origin);
        return;
      }
      const page = await context.newPage();
      await page.goto(`${pair.bareOrigin}${pathname}?name=Ada#localStorage`);
      expect(page.url()).toBe(`${hostilePage}?name=Ada#localStorage`);
      expect(known.map((origin) => new URL(origin).hostname)).not.toContain(hostname);
      const response = await page.goto(`${target.origin}${pathname}`);
      expect(response?.status()).toBe(404);
      expect(page.url()).toBe(`${target.origin}${pathname}`);
      expect(await page.locator('script, typebot-standard').count()).toBe(0);
      await page.close();
    });

    it("the preview's frame, at any name", async () => {
      const page = await context.newPage();
      for (const origin of new Set([pair.bareOrigin, target.origin])) {
        await page.goto(`${origin}/_preview-frame`);
        expect(await page.evaluate('window.origin')).toBe('null');
      }
      await page.close();
    });
  },
);
