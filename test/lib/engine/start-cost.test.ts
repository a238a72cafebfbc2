import { describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { MAX_LOOK_CHARS } from '#lib/engine/text/fill-budget.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

/* Starting a chat computes more than the walk: variables, theme and settings. Each must take linear time. */

const LONG = 'x'.repeat(90_000);

function bot(
  more: JsonObject,
  variables: JsonObject[] = [{ id: 'l', name: 'Long', value: LONG }],
): JsonObject {
  return chatBot([{ id: 'g', blocks: [text('t', 'Hello'), ask('i')] }], { variables, ...more });
}

function numbers(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** Counts how often a task runs in a fixed time, best of three. */
function getRuns(task: () => void): number {
  return Math.max(
    ...numbers(3).map(() => {
      const endMs = performance.now() + 30;
      let runs = 0;
      for (; performance.now() < endMs; runs += 1) task();
      return runs;
    }),
  );
}

describe('Looking up a variable', () => {
  const getVariables = (count: number) =>
    new Variables(
      numbers(count).map((n) => ({ id: `id${n}`, name: `name${n}`, value: n % 100 === 0 ? '1' : null })),
    );

  it.each<[name: string, task: (variables: Variables) => void]>([
    ['of an unknown name', (variables) => variables.byName('nobody')],
    ['of an unknown name, for its value', (variables) => variables.setByName('nobody')],
    ['of an unknown id', (variables) => variables.byId('nobody')],
    ['of the last name', (variables) => variables.byName(variables.list.at(-1)?.name ?? '')],
    ['to set it', (variables) => variables.set('id50', 'x')],
  ])('%s takes the same time with 100 and with 100,000', (_, task) => {
    const [few, many] = [getVariables(100), getVariables(100_000)];
    // Scanning every variable would be a thousand times slower.
    expect(getRuns(() => task(few)) / getRuns(() => task(many))).toBeLessThan(100);
  });
});

describe('The theme and the settings of a start', () => {
  it('are rendered up to a limit; the rest stays unrendered, with a log', async () => {
    const customCss = '{{Long}} '.repeat(2_000);
    const invalidMessage = '{{Long}}{{Long}}{{Long}}{{Long}}';
    const talk = new Talk(
      bot({
        theme: { chat: { hostAvatar: { url: 'https://e.com/{{Long}}' } }, customCss },
        settings: { general: { systemMessages: { invalidMessage } } },
      }),
    );
    const said = await talk.start();
    expect(said).toMatchObject({ texts: ['Hello'], asks: 'i' });
    expect(said.theme).toMatchObject({ chat: { hostAvatar: { url: `https://e.com/${LONG}` } }, customCss });
    expect(said.settings).toMatchObject({ general: { systemMessages: { invalidMessage } } });
    expect(talk.logs).toStrictEqual([
      expect.stringMatching(/^Placeholders in the theme or settings were not filled in/),
    ]);
    expect(JSON.stringify(said).length).toBeLessThan(MAX_LOOK_CHARS + 200_000);
  });

  it('do not use up the budget of the flow', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [text('t', 'Hi {{Name}}'), ask('i')] }], {
        variables: [
          { id: 'l', name: 'Long', value: LONG },
          { id: 'n', name: 'Name', value: 'Ada' },
        ],
        theme: { customCss: '{{Long}} '.repeat(2_000) },
      }),
    );
    expect(await talk.start()).toMatchObject({ texts: ['Hi Ada'] });
  });

  it('stay unrendered if there is no time to render them, and the chat starts', async () => {
    const talk = new Talk(
      bot({ theme: { customCss: '{{Long}}' }, settings: { general: { x: '{{Long}}' } } }),
      {
        ports: { remainingMs: () => 900 },
      },
    );
    expect(await talk.start()).toMatchObject({ theme: { customCss: '{{Long}}' } });
    expect(talk.logs).toContainEqual(expect.stringMatching(/^Placeholders in the theme .* too long$/));
  });

  it('log nothing if they have no placeholders', async () => {
    const talk = new Talk(bot({ theme: { customCss: '.a {}' } }), { ports: { remainingMs: () => 900 } });
    expect(await talk.start()).toMatchObject({ theme: { customCss: '.a {}' } });
    expect(talk.logs).toStrictEqual([expect.stringMatching(/^The flow was stopped/)]);
  });

  it('are limited in every turn if they are rendered again each time', async () => {
    const url = `{{Url}}${'{{Long}}'.repeat(50)}`;
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('i'), ask('j')] }], {
        variables: [
          { id: 'l', name: 'Long', value: LONG },
          { id: 'u', name: 'Url', value: 'https://e.com/' },
        ],
        theme: { chat: { hostAvatar: { url } } },
      }),
    );
    expect((await talk.start()).dynamicTheme).toStrictEqual({ hostAvatarUrl: url });
    expect((await talk.say('Hi')).dynamicTheme).toStrictEqual({ hostAvatarUrl: url });
    expect(talk.logs).toHaveLength(2);
  });
});
