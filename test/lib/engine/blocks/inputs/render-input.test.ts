import { describe, expect, it } from 'vitest';
import type { InputName } from '#lib/blocks/input-types.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { INPUT_EXAMPLES } from '#test/support/chat/input-examples.ts';
import { INPUT_MODULES } from './input-modules.ts';

const modules = INPUT_MODULES.filter(({ type }) => type !== 'payment input');

describe('An input is shown', () => {
  it('by a module for each type, and events know it by a short name', () => {
    const names = INPUT_MODULES.map(({ type, shortName }) => [type, shortName]);
    expect(Object.fromEntries(names)).toStrictEqual(
      Object.fromEntries(Object.entries(INPUT_EXAMPLES).map(([type, { shortName }]) => [type, shortName])),
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
    expect(await prefilled('Ada')).toBe(
      INPUT_EXAMPLES[module.type as InputName].isPrefilled ? 'Ada' : undefined,
    );
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
