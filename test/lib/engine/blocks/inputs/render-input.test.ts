import { describe, expect, it } from 'vitest';
import { blockContext } from '#test/support/chat/block-context.ts';
import { INPUT_MODULES } from './input-modules.ts';

/** By type: the name that events know it by, and whether it is prefilled with the value of its variable. */
const INPUTS: Record<string, { shortName: string; isPrefilled: boolean }> = {
  'text input': { shortName: 'text', isPrefilled: true },
  'number input': { shortName: 'number', isPrefilled: true },
  'email input': { shortName: 'email', isPrefilled: true },
  'url input': { shortName: 'url', isPrefilled: true },
  'date input': { shortName: 'date', isPrefilled: true },
  'time input': { shortName: 'time', isPrefilled: true },
  'phone number input': { shortName: 'phone', isPrefilled: true },
  'choice input': { shortName: 'buttons', isPrefilled: false },
  'picture choice input': { shortName: 'picture choice', isPrefilled: false },
  'payment input': { shortName: 'payment', isPrefilled: false },
  'rating input': { shortName: 'rating', isPrefilled: true },
  'file input': { shortName: 'file', isPrefilled: true },
  cards: { shortName: 'cards', isPrefilled: false },
};

const modules = INPUT_MODULES.filter(({ type }) => type !== 'payment input');

describe('An input is shown', () => {
  it('by a module for each type, and events know it by a short name', () => {
    const names = INPUT_MODULES.map(({ type, shortName }) => [type, shortName]);
    expect(Object.fromEntries(names)).toStrictEqual(
      Object.fromEntries(Object.entries(INPUTS).map(([type, { shortName }]) => [type, shortName])),
    );
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
    expect(await prefilled('Ada')).toBe(INPUTS[module.type]?.isPrefilled ? 'Ada' : undefined);
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
