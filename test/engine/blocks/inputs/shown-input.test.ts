import { describe, expect, it } from 'vitest';
import { blockContext } from '#test/support/chat/block-context.ts';
import { INPUT_MODULES } from './input-modules.ts';

/** Types that are shown with the current text of their variable. */
const PREFILLED = [
  'text input',
  'number input',
  'email input',
  'url input',
  'date input',
  'time input',
  'phone number input',
  'rating input',
  'file input',
];

const modules = INPUT_MODULES.filter(({ type }) => type !== 'payment input');

describe('An input is shown', () => {
  it('in each of the thirteen types', () => {
    expect(INPUT_MODULES.map(({ type, shortName }) => [type, shortName])).toStrictEqual([
      ['text input', 'text'],
      ['number input', 'number'],
      ['email input', 'email'],
      ['url input', 'url'],
      ['date input', 'date'],
      ['time input', 'time'],
      ['phone number input', 'phone'],
      ['choice input', 'buttons'],
      ['picture choice input', 'picture choice'],
      ['payment input', 'payment'],
      ['rating input', 'rating'],
      ['file input', 'file'],
      ['cards', 'cards'],
    ]);
  });

  it.each(modules)('with its templates filled in and nothing added: $type', async (module) => {
    const { type } = module;
    const block = {
      id: 'i',
      type,
      outgoingEdgeId: 'e',
      groupId: 'g',
      items: [],
      options: { labels: { button: 'Send, {{Name}}' } },
    };
    expect(await module.show?.(block, blockContext({ variables: { Name: 'Ada' } }))).toStrictEqual({
      id: 'i',
      type,
      outgoingEdgeId: 'e',
      items: [],
      options: { labels: { button: 'Send, Ada' } },
    });
  });

  it.each(modules)('with the value of its variable, if the type is shown with it: $type', async (module) => {
    const block = { id: 'i', type: module.type, options: { variableId: 'Name' } };
    const prefilled = async (value: string | string[] | null) =>
      (await module.show?.(block, blockContext({ variables: { Name: value } })))?.prefilledValue;
    expect(await prefilled('Ada')).toBe(PREFILLED.includes(module.type) ? 'Ada' : undefined);
    expect(await prefilled(['Ada'])).toBeUndefined();
    expect(await prefilled(null)).toBeUndefined();
  });

  it.each(modules)('whatever a document holds: $type', async (module) => {
    for (const odd of [null, 'x', 3, [], [null], { items: 1 }, { variableId: 4, min: {}, labels: 'x' }]) {
      const block = { id: 'i', type: module.type, items: odd, options: odd };
      const context = blockContext();
      const shown = await module.show?.(block, context);
      expect(shown).toMatchObject({ id: 'i', type: module.type });
      if (shown) await module.read({ type: 'text', text: 'x' }, shown, context);
    }
  });
});
