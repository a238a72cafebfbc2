import { describe, expect, it } from 'vitest';
import { numberInputBlock } from '#lib/engine/blocks/inputs/number-input.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { getContent } from './reply-to-input.ts';

describe('A number input', () => {
  it.each([
    ['12', '12'],
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['1,234.5', '1.234'],
    ['1 234', '1'],
    ['12 years', '12'],
    ['007', '007'],
    ['0', '0'],
    ['0.50', '0.50'],
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
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    const context = { variables: { Least: '3' } };
    expect(await getContent(numberInputBlock, { options, context }, reply)).toBe(stored);
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
