import { describe, expect, it, vi } from 'vitest';
import { limitHttp } from '#lib/chat/adapters/request-limit.ts';
import { matchMultipleChoice } from '#lib/engine/blocks/inputs/multiple-choice-reply.ts';
import { findMatchingRows, rowTest } from '#lib/engine/blocks/integrations/sheet-filter.ts';
import { type HttpPort, HttpRequestError } from '#lib/engine/model/ports.ts';
import { richTextToMarkdown } from '#lib/engine/rich-text/rich-text-to-markdown.ts';
import { applyResponseMapping } from '#lib/engine/services/response-mapping.ts';
import { withinTurn } from '#lib/engine/turn/compute-limit.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, edge, jump, link, set, text } from '#test/fixtures/chat-bots.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { Talk } from '#test/support/chat/talk.ts';
import { timeLeft } from '#test/support/chat/time-left.ts';
import { expectLinear } from '#test/support/growth.ts';

/*
 * Upper bounds for what a malicious author or respondent can make a turn cost: time, memory, outgoing
 * requests, and table storage.
 */

const LONG = 'x'.repeat(90_000);

/** For the pattern `^(a+)+$`. */
const SLOW_TO_MATCH = `${'a'.repeat(40)}!`;

function bot(blocks: JsonObject[], values: Record<string, unknown> = {}, more: JsonObject = {}): JsonObject {
  const variables = Object.entries(values).map(([id, value]) => ({ id, name: id, value }));
  return chatBot([{ id: 'g', blocks }], { variables, ...more });
}

function numbers(length: number): string[] {
  return Array.from({ length }, (_, index) => String(index));
}

describe('Variable values inserted into texts', () => {
  it.each([
    ['a text', [text('t', '{{Long}} '.repeat(20_000)), ask('i')], {}],
    [
      'a text as Markdown',
      [text('t', '{{Long}} '.repeat(20_000)), ask('i')],
      { textBubbleContentFormat: 'markdown' as const },
    ],
    ['the options of an input', [ask('i', { labels: { placeholder: '{{Long}} '.repeat(20_000) } })], {}],
    [
      'an action',
      [{ id: 'r', type: 'Redirect', options: { url: '{{Long}} '.repeat(20_000) } }, ask('i')],
      {},
    ],
  ])('are limited in %s', async (_, blocks, body) => {
    const talk = new Talk(bot(blocks, { Long: LONG }));
    const said = await talk.start(body);
    expect(JSON.stringify(said).length).toBeLessThan(1_100_000);
    expect(talk.logs).toContainEqual(expect.stringMatching(/^Placeholders were left empty/));
  });

  it('are limited in a theme and in settings', async () => {
    const customCss = '{{Long}} '.repeat(2_000);
    const talk = new Talk(bot([ask('i')], { Long: LONG }, { theme: { customCss } }));
    expect(JSON.stringify(await talk.start()).length).toBeLessThan(600_000);
  });

  it('do not exceed the time limit of a turn if code in a theme never ends, and the chat starts', async () => {
    const customCss = '{{= (() => { for (;;); })() =}}'.repeat(50);
    const talk = new Talk(bot([ask('i')], {}, { theme: { customCss } }), {
      ports: { remainingMs: timeLeft(20_000) },
    });
    expect(await talk.start()).toMatchObject({ asks: 'i' });
  });
});

describe('Output', () => {
  it('is omitted if it does not fit into a response, and the flow continues', async () => {
    const talk = new Talk(bot([text('t', 'x'.repeat(1_100_000)), text('u', 'Hello'), ask('i')]));
    expect(await talk.start()).toMatchObject({ texts: ['Hello'], asks: 'i' });
    expect(talk.logs).toStrictEqual([expect.stringMatching(/^A message or action was omitted/)]);
  });

  it.each([
    ['options', ask('i', { labels: { placeholder: 'x'.repeat(1_100_000) } })],
    [
      'listed cards',
      {
        id: 'i',
        type: 'cards',
        items: [
          { id: 'c', title: '{{List}}', paths: numbers(1_000).map((id) => ({ id, text: 'A button' })) },
        ],
      },
    ],
  ])('skips an input whose %s are too large', async (_, input) => {
    const talk = new Talk(bot([input, ask('next')], { List: numbers(9_000) }));
    expect(await talk.start()).toMatchObject({ asks: 'next' });
    expect(talk.logs).toStrictEqual([expect.stringMatching(/not shown/)]);
  });
});

describe('The time for', () => {
  it('matching a reply that names thousands of choices is limited', async () => {
    const match = (size: number) => {
      const choices = numbers(size).map((label, index) => ({ id: `choice${index}`, label }));
      return matchMultipleChoice(numbers(size).join(','), choices);
    };
    await expectLinear(match, { small: 1_125, large: 9_000 });
  });

  it('matching a reply that names none of thousands of choices is linear', async () => {
    const match = (size: number) => {
      const choices = numbers(size).map((label, index) => ({ id: `choice${index}`, label: `Nr ${label}` }));
      return matchMultipleChoice('nobody '.repeat(size), choices);
    };
    expect(match(9_000)).toStrictEqual([]);
    await expectLinear(match, { small: 1_125, large: 9_000 });
  });

  it('converting text with many spaces to Markdown is linear', async () => {
    const blanks = (size: number) => `a${' '.repeat(size)}b`;
    const markdown = (size: number) =>
      richTextToMarkdown([{ type: 'p', children: [{ text: blanks(size) }] }]);
    expect(markdown(99_000)).toBe(blanks(99_000));
    await expectLinear(markdown, { small: 6_200, large: 99_200 });
  });

  it('block computation is limited per turn, even in the middle of a block', () => {
    const time = { spentMs: 9_950, remainingMs: () => 25_000 };
    expect(() => withinTurn(time, endlessly)).toThrow('The flow was stopped: it exceeded the computing time');
    expect(() => withinTurn(time, () => 'no more')).toThrow('The flow was stopped');
  });

  it('block computation leaves enough to store the turn', () => {
    const time = { spentMs: 0, remainingMs: () => 1_050 };
    expect(withinTurn(time, () => 'short')).toBe('short');
    expect(() => withinTurn(time, endlessly)).toThrow('The flow was stopped');
  });

  it('evaluating endless conditions is limited: the flow is stopped with a message', async () => {
    const comparisons = numbers(1_000).map(() => ({
      variableId: 'Text',
      comparisonOperator: 'Matches regex',
      value: '/^(a+)+$/',
    }));
    const condition = {
      id: 'c',
      type: 'Condition',
      items: [{ id: 'x', content: { logicalOperator: 'OR', comparisons } }],
    };
    // The turn keeps one second of this in reserve.
    const talk = new Talk(bot([condition, ask('i')], { Text: SLOW_TO_MATCH }), {
      ports: { remainingMs: timeLeft(3_300) },
    });
    expect(await talk.start()).toMatchObject({ texts: [expect.stringMatching(/stopped/)] });
    expect(talk.isOver).toBe(true);
  });

  it('evaluating conditions of few, slow patterns is limited: the flow is stopped with a message', async () => {
    const comparisons = numbers(40).map(() => ({
      variableId: 'Text',
      comparisonOperator: 'Matches regex',
      value: '/^(a+)+$/',
    }));
    const items = [{ id: 'x', content: { logicalOperator: 'OR', comparisons } }];
    const talk = new Talk(bot([{ id: 'c', type: 'Condition', items }, ask('i')], { Text: SLOW_TO_MATCH }), {
      ports: { remainingMs: timeLeft(3_300) },
    });
    expect(await talk.start()).toMatchObject({ texts: [expect.stringMatching(/stopped/)] });
    expect(talk.isOver).toBe(true);
  });

  it('filtering a sheet is limited for all rows together', () => {
    const rows = numbers(50).map((id) => ({ id, cells: [`${'a'.repeat(40)}!`] }));
    const comparison = { column: 'A', comparisonOperator: 'Matches regex', value: '^(a+)+$' };
    const test = rowTest({ comparisons: [comparison] }, blockContext());
    expect(() => findMatchingRows(rows, ['A'], test ?? (() => false), 150)).toThrow('took too long');
  });

  it('mapping a large response is limited for all parts together', async () => {
    let clockMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      clockMs += 1_000;
      return clockMs;
    });
    const context = blockContext({ variables: { v: null } });
    const mapping = numbers(1_000).map(() => ({ bodyPath: 'data', variableId: 'v' }));
    await applyResponseMapping(mapping, { data: 'x' }, context);
    clock.mockRestore();
    expect(context.logs).toStrictEqual([
      { status: 'error', description: expect.stringMatching(/^Part of a response was not stored/) },
    ]);
  });

  it('linking bots with thousands of variables is linear', async () => {
    const start = (size: number) => {
      const variables = numbers(size).map((id) => ({ id, name: `Variable ${id}` }));
      const talk = new Talk(bot([link('l', 'other', { mergeResults: true }), ask('i')]), {
        linked: { other: chatBot([{ id: 'g', blocks: [text('t', 'Hello')] }], { variables }) },
      });
      return talk.start();
    };
    await expectLinear(start, { small: 2_500, large: 20_000 });
  });
});

describe('The requests of a turn', () => {
  const counted = () => {
    let requests = 0;
    const http: HttpPort = async () => {
      requests += 1;
      return { status: 200, headers: {}, body: new TextEncoder().encode('{}') };
    };
    return { http: limitHttp(http), sent: () => requests };
  };

  it('are limited in a flow that loops', async () => {
    const { http, sent } = counted();
    const request = {
      id: 'w',
      type: 'Webhook',
      options: { webhook: { url: 'https://example.com', method: 'GET' } },
    };
    const talk = new Talk(bot([request, jump('j', 'g')]), { ports: { http } });
    await talk.start();
    expect(sent()).toBe(20);
    expect(talk.chat.logs).toContainEqual({
      status: 'error',
      description: 'Webhook returned an error.',
      details: expect.stringContaining('A turn may send at most 20 requests'),
    });
  });

  it('fail beyond the limit', async () => {
    const { http } = counted();
    const request = { url: 'https://example.com', method: 'GET', timeoutMs: 1 };
    for (let sent = 0; sent < 20; sent += 1) await http(request);
    await expect(http(request)).rejects.toThrow(HttpRequestError);
  });
});

describe('Variables', () => {
  it('are left unset, with a log, if their defaults are too large for a session', async () => {
    const talk = new Talk(bot([ask('i')], { Small: 'a', Large: 'é'.repeat(100_000) }));
    await talk.start();
    expect(talk.running).toStrictEqual({ Small: 'a' });
    expect(talk.logs).toStrictEqual([expect.stringMatching(/^Variable "Large" was not set/)]);
  });

  it('with ids of any length can be used in code any number of times', async () => {
    const variables = [{ id: 'i'.repeat(50_000), name: 'Long', value: 'x' }];
    const start = async (times: number) => {
      const code = '{{Long}} + '.repeat(times).concat('1');
      const talk = new Talk(
        chatBot([{ id: 'g', blocks: [set('s', 'Other', code), ask('i')] }], {
          variables: [...variables, { id: 'Other', name: 'Other' }],
        }),
      );
      await talk.start();
      return talk.running.Other;
    };
    expect(String(await start(2_000))).toBe(`${'x'.repeat(2_000)}1`);
    await expectLinear(start, { small: 250, large: 2_000 });
  });
});

describe('Progress', () => {
  it('is computed in linear time', async () => {
    const start = (size: number) => {
      const ids = numbers(size);
      const blocks = ids.map((id) => ({ ...text(id, 'Hello'), outgoingEdgeId: `e${id}` }));
      const edges = ids.map((id, index) =>
        edge(`e${id}`, id, 'g', { blockId: ids[ids.length - 1 - index] ?? id }),
      );
      const talk = new Talk(
        bot([ask('i'), ...blocks], {}, { edges, theme: { general: { progressBar: { isEnabled: true } } } }),
      );
      return talk.start();
    };
    await expectLinear(start, { small: 2_500, large: 20_000 });
  });
});

describe('An answer', () => {
  it('is truncated to the maximum length of a reply, however long the chosen item is', async () => {
    const items = [{ id: 'a', content: 'A', value: 'v'.repeat(200_000), outgoingEdgeId: 'e' }];
    const talk = new Talk(bot([{ id: 'c', type: 'choice input', items, options: {} }]));
    await talk.start();
    await talk.say('A');
    expect(talk.answers?.map((content) => content.length)).toStrictEqual([50_000]);
  });
});

function endlessly(): never {
  for (;;);
}
