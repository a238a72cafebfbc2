import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, edge, set, text } from '#test/fixtures/chat-bots.ts';
import { CASES, type Case, readCase } from '#test/support/cases.ts';
import { can, hasBrowser, launchBrowser, noticeAbsence, pickVariants } from './engine.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

/*
 * Loses, delays and repeats replies on their way to a real service. However that happens, each reply is taken once, and
 * only for the question that the respondent saw.
 */

noticeAbsence('lost responses in a browser');

const REMEMBERING = { general: { rememberUser: { isEnabled: true, storage: 'local' } } };
const QUIET = { typingEmulation: { enabled: false } };

/** Asks for a name and a city, and says both. */
const nameAndCity = () =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('t1', 'Your name?'),
          ask('i', { variableId: 'n' }),
          text('t2', 'Your city?'),
          ask('j', { variableId: 'c' }),
          text('t3', 'Name {{Name}}, city {{City}}'),
        ],
      },
    ],
    {
      variables: [
        { id: 'n', name: 'Name' },
        { id: 'c', name: 'City' },
      ],
      settings: { ...REMEMBERING, ...QUIET },
    },
  );

/** Waits with the same block again and again, and says what it has got so far. */
const loopWith = (block: JsonObject) =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('t', 'So far: {{All}}.'),
          block,
          set('add', 'all', '{{All}}{{Reply}}', { outgoingEdgeId: 'back' }),
        ],
      },
    ],
    {
      variables: [
        { id: 'v', name: 'Reply' },
        { id: 'all', name: 'All' },
      ],
      edges: [edge('back', 'add', 'g')],
      settings: { ...REMEMBERING, ...QUIET },
    },
  );

/** What happens to a request for continueChat. */
type Fate = (route: Route) => Promise<unknown>;

const abortAfter: Fate = async (route) => {
  await route.fetch();
  await route.abort('connectionreset');
};
const abortBefore: Fate = (route) => route.abort('connectionreset');
const badGatewayAfter: Fate = async (route) => {
  await route.fetch();
  await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
};
const badGatewayBefore: Fate = (route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
const unavailableAfter: Fate = async (route) => {
  await route.fetch();
  await route.fulfill({
    status: 503,
    json: { code: 'SERVICE_UNAVAILABLE', message: 'The request took too long', requestId: 'r' },
  });
};
const cutOff: Fate = async (route) => {
  const response = await route.fetch();
  const body = await response.text();
  await route.fulfill({ status: 200, contentType: 'application/json', body: body.slice(0, body.length / 2) });
};
const tooLate: Fate = async (route) => {
  await route.fetch();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await route.abort().catch(() => {});
};

describe.skipIf(!hasBrowser)('a lost response in a browser', () => {
  let seeded: SeededService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let botId: string;
  let url: string;

  beforeAll(async () => {
    seeded = await startSeededService();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await seeded?.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    page = await context.newPage();
  });

  afterEach(() => context.close());

  const open = async (bot: JsonObject) => {
    const { client, seeded: seed, service } = seeded;
    botId = (await client.importBot({ body: { workspaceId: seed.workspaceId, bot } })).bot.id;
    url = `${service.chatUrl}/${(await client.publishBot({ params: { botId } })).publicId}`;
    await page.goto(url);
  };
  /** WebKit ends a text with a line break. */
  const bubbles = async (from = page) =>
    (await from.locator('.bubble').allInnerTexts()).map((said) => said.trim());
  const says = (saying: string, from = page) =>
    from.locator('.host .bubble', { hasText: saying }).last().waitFor();
  const field = (from = page) => from.locator('.input-area .field');
  const answer = async (saying: string, from = page) => {
    await field(from).fill(saying);
    await from.keyboard.press('Enter');
  };
  const tryAgain = () => page.getByRole('button', { name: 'Try again' }).click();
  /** Decides on the next requests, in order. Those after them pass. */
  const lose = async (...fates: Fate[]) => {
    for (const fate of fates.toReversed()) await page.route('**/continueChat', fate, { times: 1 });
  };
  const getAnswers = async (): Promise<string[][]> => {
    const { results } = await seeded.client.listResults({ params: { botId } });
    return results
      .filter(({ hasStarted }) => hasStarted)
      .map(({ answers }) => answers.map(({ content }) => content));
  };

  it.skipIf(CASES.length === 0)('does not make the reply answer the next question (01)', async () => {
    const { bot, reply } = readCase<Case & { reply: string }>('01');
    await open({ ...bot, settings: QUIET });
    await says('Your name?');
    await lose(abortAfter);
    await answer(reply);
    await tryAgain();
    await says('Your city?');
    await answer('Lisboa');
    await says('Name Ana, city Lisboa');
    expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?', 'Lisboa', 'Name Ana, city Lisboa']);
    expect(await getAnswers()).toEqual([['Ana', 'Lisboa']]);
  });

  const losses: [string, Fate[]][] = [
    ['by a broken connection after the service stored it', [abortAfter]],
    ['by a broken connection before the service got it', [abortBefore]],
    ['by a proxy, after', [badGatewayAfter]],
    ['by a proxy, before', [badGatewayBefore]],
    ['to an error of the service, after', [unavailableAfter]],
    ['in the middle of its text', [cutOff]],
    ['three times in three ways', [abortAfter, badGatewayBefore, cutOff]],
  ];
  it.each(pickVariants(losses, 3))('is lost %s: the reply counts once', async (_, fates) => {
    await open(nameAndCity());
    await says('Your name?');
    await lose(...fates);
    await answer('Ana');
    for (const _fate of fates) await tryAgain();
    await says('Your city?');
    expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?']);
    await lose(...fates);
    await answer('Ana');
    for (const _fate of fates) await tryAgain();
    await says('Name Ana, city Ana');
    expect(await getAnswers()).toEqual([['Ana', 'Ana']]);
  });

  it('comes too late', async () => {
    await page.addInitScript(
      'const wait = AbortSignal.timeout; AbortSignal.timeout = () => wait.call(AbortSignal, 500)',
    );
    await open(nameAndCity());
    await says('Your name?');
    await lose(tooLate);
    await answer('Ana');
    await tryAgain();
    await says('Your city?');
    expect(await getAnswers()).toEqual([['Ana']]);
  });

  it('is one of two: something on the way repeats the request', async () => {
    await open(nameAndCity());
    await says('Your name?');
    await lose(async (route) => {
      await route.fetch();
      await route.fulfill({ response: await route.fetch() });
    });
    await answer('Ana');
    await says('Your city?');
    expect(await getAnswers()).toEqual([['Ana']]);
  });

  it('is missing because the respondent was offline', async () => {
    await open(nameAndCity());
    await says('Your name?');
    await context.setOffline(true);
    await answer('Ana');
    await page.getByRole('alert').waitFor();
    await context.setOffline(false);
    await tryAgain();
    await says('Your city?');
    expect(await getAnswers()).toEqual([['Ana']]);
  });

  it('is waited for once, however often Enter is pressed', async () => {
    await open(nameAndCity());
    await field().fill('Ana');
    await Promise.all([1, 2, 3].map(() => page.keyboard.press('Enter')));
    await says('Your city?');
    await field().waitFor();
    expect(await getAnswers()).toEqual([['Ana']]);
    expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?']);
  });

  it('of the start is lost: the chat that is shown is the one that is answered', async () => {
    await page.route(
      '**/startChat',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await open(nameAndCity());
    await tryAgain();
    await says('Your name?');
    await answer('Ana');
    await says('Your city?');
    expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?']);
    expect(await getAnswers()).toEqual([['Ana']]);
  });

  describe('and the page is loaded again', () => {
    it.each<[string, Fate, string[]]>([
      ['after the service stored the reply', abortAfter, ['Your name?', 'Ana', 'Your city?']],
      ['before the service got the reply', abortBefore, ['Your name?']],
    ])('%s', async (_, fate, shown) => {
      await open(nameAndCity());
      await says('Your name?');
      const arrived = new Promise<void>((resolve) => {
        void lose(async (route) => {
          if (fate === abortAfter) await route.fetch();
          resolve();
          // Stays on its way until the page is gone.
          await new Promise((done) => setTimeout(done, 500));
          await route.abort().catch(() => {});
        });
      });
      await answer('Ana');
      await arrived;
      await page.reload();
      await field().waitFor();
      expect(await bubbles()).toEqual(shown);
      if (shown.length === 1) await answer('Ana');
      await says('Your city?');
      await answer('Lisboa');
      await says('Name Ana, city Lisboa');
      expect(await getAnswers()).toEqual([['Ana', 'Lisboa']]);
    });

    it('and the first reply arrives after the second', async () => {
      await open(nameAndCity());
      await says('Your name?');
      let deliver: () => Promise<unknown> = async () => {};
      const held = new Promise<void>((resolve) => {
        void lose(async (route) => {
          const request = route.request();
          deliver = () => context.request.post(request.url(), { data: request.postDataJSON() });
          resolve();
          await new Promise((done) => setTimeout(done, 500));
          await route.abort().catch(() => {});
        });
      });
      await answer('Bob');
      await held;
      await page.reload();
      await answer('Ana');
      await says('Your city?');
      await deliver();
      await answer('Lisboa');
      await says('Name Ana, city Lisboa');
      expect(await getAnswers()).toEqual([['Ana', 'Lisboa']]);
    });

    it('while it is still offline', async () => {
      await open(nameAndCity());
      await says('Your name?');
      await lose(abortAfter);
      await answer('Ana');
      await page.getByRole('alert').waitFor();
      await lose(abortBefore);
      await page.reload();
      await tryAgain();
      await says('Your city?');
      expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?']);
    });

    it('after the last reply', async () => {
      await open(nameAndCity());
      await answer('Ana');
      await says('Your city?');
      await lose(abortAfter);
      await answer('Lisboa');
      await page.getByRole('alert').waitFor();
      await page.reload();
      await says('Name Ana, city Lisboa');
      await page.getByRole('button', { name: 'Start again' }).waitFor();
      expect(await getAnswers()).toEqual([['Ana', 'Lisboa']]);
    });
  });

  it.skipIf(!can('open a second tab'))(
    'of another tab: the reply is not taken, and the tab shows where the chat is',
    async () => {
      await open(nameAndCity());
      await says('Your name?');
      const other = await context.newPage();
      await other.goto(url);
      await says('Your name?', other);
      await answer('Ana');
      await says('Your city?');
      await answer('Bob', other);
      await says('Your city?', other);
      const note = 'This chat has gone on elsewhere. Your last reply was not sent.';
      expect(await bubbles(other)).toEqual(['Your name?', note, 'Your city?']);
      await answer('Lisboa', other);
      await says('Name Ana, city Lisboa', other);
      // Now the first tab is behind, and the chat is over.
      await answer('Porto');
      await says('Name Ana, city Lisboa');
      expect(await bubbles()).toEqual(['Your name?', 'Ana', 'Your city?', note, 'Name Ana, city Lisboa']);
      expect(await getAnswers()).toEqual([['Ana', 'Lisboa']]);
    },
  );

  describe('of a block that waits again', () => {
    it.each<[string, Fate]>([
      ['after', abortAfter],
      ['before', abortBefore],
    ])('counts the reply to an input once, lost %s', async (_, fate) => {
      await open(loopWith(ask('i', { variableId: 'v' })));
      await says('So far: .');
      await lose(fate);
      await answer('a');
      await tryAgain();
      await says('So far: a.');
      await answer('a');
      await says('So far: aa.');
      expect(await getAnswers()).toEqual([['a', 'a']]);
    });

    it.skipIf(!can('lose the second request in a row'))(
      'counts the value of a client-side action once',
      async () => {
        const options = {
          variableId: 'v',
          expressionToEvaluate: 'return window.times = (window.times ?? 0) + 1',
          isCode: true,
          isExecutedOnClient: true,
        };
        // The page waits for a click between the actions, so that the loop ends with the test.
        const bot = loopWith({ id: 's', type: 'Set variable', options });
        const [group] = bot.groups as { blocks: JsonObject[] }[];
        group?.blocks.splice(1, 0, ask('go'));
        await open(bot);
        await says('So far: .');
        await answer('go');
        await says('So far: 1.');
        await lose((route) => route.continue(), abortAfter);
        await answer('go');
        await tryAgain();
        await says('So far: 12.');
        expect(await bubbles()).toEqual(['So far: .', 'go', 'So far: 1.', 'go', 'So far: 12.']);
      },
    );

    it('counts an event of an embedded page once', async () => {
      const waitForEvent = { isEnabled: true, name: 'done', saveDataInVariableId: 'v' };
      await open(
        loopWith({ id: 'e', type: 'embed', content: { url: 'https://forms.example/', waitForEvent } }),
      );
      await context.route('https://forms.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: 'A form' }),
      );
      const send = (data: string) =>
        page.evaluate(`window.postMessage({ name: 'done', data: '${data}' }, '*')`);
      await says('So far: .');
      await page.locator('iframe').first().waitFor();
      await lose(abortAfter);
      await send('x');
      await tryAgain();
      await says('So far: x.');
      await page.locator('iframe').nth(1).waitFor();
      await send('y');
      await says('So far: xy.');
    });
  });
});
