import { Script } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { type ComputeTime, withinTurn } from '#lib/engine/turn/compute-limit.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

const choices = {
  id: 'c',
  type: 'choice input',
  options: { variableId: 'Name' },
  items: [{ id: 'a', content: 'A' }],
};

function condition(pattern: string): JsonObject {
  const comparisons = [{ variableId: 'Name', comparisonOperator: 'Does not match regex', value: pattern }];
  return { id: 'x', type: 'Condition', items: [{ id: 'y', content: { comparisons } }] };
}

/** Counts the guards, each of which starts a thread. */
async function countGuards(blocks: JsonObject[], value: string, more: JsonObject = {}): Promise<number> {
  const variables = [{ id: 'Name', name: 'Name', value }];
  const run = vi.spyOn(Script.prototype, 'runInContext');
  const talk = new Talk(
    chatBot([{ id: 'g', blocks: [...blocks, choices, ask('i')] }], { variables, ...more }),
  );
  await talk.start();
  await talk.say('A');
  const { length } = run.mock.calls;
  run.mockRestore();
  return length;
}

describe('A turn', () => {
  it('runs without guards if its blocks have little text', async () => {
    const greeting = text('t', 'Hello {{Name}}, how are you?');
    expect(await countGuards([greeting, greeting], 'Ada', { theme: { customCss: '{{Name}}' } })).toBe(0);
  });

  it('runs without guards if its patterns are simple, and with one if not', async () => {
    expect(await countGuards([condition('/^[a-z]+$/i')], 'Ada')).toBe(0);
    expect(await countGuards([condition('/^([a-z]+)+$/i')], 'Ada')).toBe(1);
    expect(await countGuards([condition('.*a.*d.*a.*')], 'Ada '.repeat(20))).toBe(1);
  });

  it('runs without guards if its placeholders have short values, whatever the other values', async () => {
    const variables = [
      { id: 'Name', name: 'Name', value: 'Ada' },
      { id: 'Long', name: 'Long', value: 'x'.repeat(8_000) },
    ];
    expect(await countGuards([text('t', '{{Name}}'.repeat(10))], 'Ada', { variables })).toBe(0);
    expect(await countGuards([text('t', '{{Name}}{{Long}}')], 'Ada', { variables })).toBeGreaterThan(0);
  });

  it.each<[string, JsonObject, string]>([
    ['has much text', text('t', 'x'.repeat(10_000)), 'Ada'],
    ['may fill in much text', text('t', '{{Name}} '.repeat(50)), 'x'.repeat(300)],
    ['fills in a long value', text('t', '{{Name}}'), 'x'.repeat(5_000)],
    ['has very many placeholders', text('t', '{{Name}}'.repeat(101)), 'x'],
    ['contains code', text('t', '{{= 1 + 1 =}}'), 'Ada'],
  ])('guards a block that %s', async (_, block, value) => {
    expect(await countGuards([block], value)).toBeGreaterThan(await countGuards([text('t', 'Hi')], 'Ada'));
  });

  it('guards the reading of a long reply', async () => {
    const run = vi.spyOn(Script.prototype, 'runInContext');
    const talk = new Talk(chatBot([{ id: 'g', blocks: [ask('i'), choices] }]));
    await talk.start();
    await talk.say('x'.repeat(10_000));
    expect(run).toHaveBeenCalledOnce();
    run.mockRestore();
  });

  it('counts the time of computations without a guard, and stops once it is used up', () => {
    const time: ComputeTime = { spentMs: 0, remainingMs: () => 25_000 };
    const clock = vi.spyOn(performance, 'now');
    for (const nowMs of [0, 4_000, 4_000, 10_500]) clock.mockReturnValueOnce(nowMs);
    expect([withinTurn(time, () => 'a', 10), withinTurn(time, () => 'b', 10)]).toStrictEqual(['a', 'b']);
    clock.mockRestore();
    expect(() => withinTurn(time, () => 'c', 10)).toThrow(
      'The flow was stopped: it exceeded the computing time',
    );
  });

  it('counts the time of a computation that fails', () => {
    const time: ComputeTime = { spentMs: 9_999.9999, remainingMs: () => 25_000 };
    const fail = () => {
      for (const endMs = performance.now() + 1; performance.now() < endMs; );
      throw new Error('failed');
    };
    expect(() => withinTurn(time, fail, 10)).toThrow('failed');
    expect(() => withinTurn(time, () => 'more', 10)).toThrow('The flow was stopped');
  });
});
