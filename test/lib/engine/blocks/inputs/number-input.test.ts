import { describe, expect, it } from 'vitest';
import { numberInputBlock } from '#lib/engine/blocks/inputs/number-input.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { Talk } from '#test/support/chat/talk.ts';
import { getContent, replyToInput } from './reply-to-input.ts';

describe('A number input', () => {
  it.each([
    ['12', '12'],
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['1,234.5', '1234.5'],
    ['1.234,56', '1234.56'],
    ['1.000.000', '1000000'],
    ['12,34,567', '1234567'],
    ['1 234', '1234'],
    ['1 234,56', '1234.56'],
    ['1\u202f234\u00a0567', '1234567'],
    ["1'234.56", '1234.56'],
    ['50 €', '50'],
    ['12 years', null],
    ['12abc', null],
    ['1.2.3', null],
    ['1,000', null],
    ['1.000', null],
    ['1,234', null],
    ['1.234', '1.234'],
    ['007', '007'],
    ['06 12 34', '06 12 34'],
    ['0', '0'],
    ['0.50', '0.50'],
    ['0,5', '0.5'],
    ['0x1F', '0x1F'],
    ['0abc', null],
    ['-3', '-3'],
    ['+5', '5'],
    ['1e3', '1000'],
    ['.5', '0.5'],
    [' 7', '7'],
    ['1.0', '1'],
    ['Infinity', 'Infinity'],
    ['9007199254740993', '9007199254740992'],
    ['about 5', null],
    ['€5', null],
    ['', null],
  ])('turns %j into %j', async (reply, stored) => {
    expect(await getContent(numberInputBlock, {}, reply)).toBe(stored);
  });

  it.each([
    [{ min: 3, max: 10 }, '2', null],
    [{ min: 3, max: 10 }, '3', '3'],
    [{ min: 3, max: 10 }, '10', '10'],
    [{ min: 3, max: 10 }, '10.1', null],
    [{ min: 0 }, '-5', null],
    [{ min: 0 }, '0', '0'],
    [{ max: 0 }, '5', null],
    [{ min: '{{Least}}' }, '2', null],
    [{ min: '{{Least}}' }, '4', '4'],
    [{ min: '{{Unset}}' }, '-4', '-4'],
    [{ max: '2,5' }, '3', null],
    [{ max: 'many' }, '1000', '1000'],
    [{ max: [1] }, '1000', '1000'],
    [{ step: 2 }, '3', '3'],
    [{ min: '1.000.000' }, '999999', null],
    [{ max: '1,000' }, '1000', '1000'],
    [{ max: '1 234,5' }, '1234,6', null],
    [{ max: 5 }, '06', null],
    [{ locale: 'de' }, '1.000', '1000'],
    [{ locale: 'de' }, '1,000', '1'],
    [{ locale: 'en-US' }, '1,000', '1000'],
    [{ locale: 'en-US' }, '1.500', '1.5'],
    [{ locale: 'fr' }, '1.000', null],
    [{ locale: 'no such' }, '1,000', null],
    [{ step: 1 }, '1.234', '1234'],
    [{ step: 0.5 }, '1,500', '1.5'],
    [{ min: 500 }, '1,000', '1000'],
    [{ min: 500, max: 900 }, '1,000', null],
    [{ max: 10 }, '1,000', null],
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    const context = { variables: { Least: '3' } };
    expect(await getContent(numberInputBlock, { options, context }, reply)).toBe(stored);
  });

  it('says why a reply with one separator is refused', async () => {
    const read = await replyToInput(numberInputBlock, {}, '1,000');
    expect(read).toStrictEqual({
      status: 'refused',
      retryText: 'Please type the number without a separator for thousands: 1000, not 1,000.',
    });
  });

  it.skipIf(CASES.length === 0)('stores what is meant in the case from reports', async () => {
    const { bot, replies } = readCase('14');
    const shown: string[] = [];
    for (const reply of replies) {
      const talk = new Talk(bot);
      await talk.start();
      shown.push(...(await talk.say(reply)).texts);
    }
    expect(shown).toStrictEqual([
      'got 1000000',
      'Please type the number without a separator for thousands: 1000, not 1,000.',
      'got 1234.56',
      'got 1234.56',
    ]);
  });

  it('says what the bot says to invalid replies, if the bot has a text for them', async () => {
    const settings = { general: { systemMessages: { invalidMessage: 'Wie bitte?' } } };
    const blocks = [{ id: 'n', type: 'number input', options: {} }];
    const talk = new Talk(chatBot([{ id: 'g', blocks }], { settings }));
    await talk.start();
    expect((await talk.say('1,000')).texts).toStrictEqual(['Wie bitte?']);
  });

  it('shows its bounds as numbers, and leaves out those that are not numbers', async () => {
    const context = blockContext({ variables: { Least: '3' } });
    const options = { min: '{{Least}}', max: '{{Unset}}', step: 2, labels: { button: 'Send {{Least}}' } };
    expect(await numberInputBlock.show?.({ id: 'n', type: 'number input', options }, context)).toStrictEqual({
      id: 'n',
      type: 'number input',
      options: { min: 3, step: 2, labels: { button: 'Send 3' } },
    });
  });
});
