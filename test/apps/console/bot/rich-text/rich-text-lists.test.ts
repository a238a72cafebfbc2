import { describe, expect, it } from 'vitest';
import { insertPasted } from '#apps/console/bot/rich-text/insert-pasted.ts';
import {
  findLastText,
  getListType,
  getNode,
  isEditableList,
  moveItemIn,
  moveItemOut,
  setListType,
  splitItem,
  type TextPosition,
  wrapInList,
} from '#apps/console/bot/rich-text/rich-text-lists.ts';
import { getPlainText, toRuns } from '#apps/console/bot/rich-text/rich-text-model.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const p = (text: string) => ({ type: 'p', id: `id of ${text}`, children: [{ text }] });
const lic = (text: string) => ({ type: 'lic', children: [{ text }] });
const li = (text: string, ...lists: object[]) => ({ type: 'li', children: [lic(text), ...lists] });
const ul = (...children: object[]) => ({ type: 'ul', kept: 1, children });
const ol = (...children: object[]) => ({ type: 'ol', children });

const before = p('Before');
const after = p('After');
const list = ul(li('One'), li('Two', ol(li('Inner 1'), li('Inner 2'), li('Inner 3'))), li('Three'));
const nodes = [before, list, after];

/** Text that has the caret after an edit. */
function readFocus({ nodes, focus }: { nodes: readonly unknown[]; focus: TextPosition }): string {
  return getPlainText(getNode(nodes, focus));
}

describe('a list of rich text', () => {
  it('is editable if each item has a text and then lists', () => {
    expect(isEditableList(list)).toBe(true);
    expect(isEditableList(ul())).toBe(false);
    expect(isEditableList(ul({ type: 'li', children: [{ text: 'without an element' }] }))).toBe(false);
    expect(isEditableList(ul(li('text', p('and a paragraph'))))).toBe(false);
    expect(isEditableList(p('text'))).toBe(false);
  });

  it('gets another item at Enter, and leaves the lists in it below the second', () => {
    const edited = splitItem(nodes, [1, 1, 0], lic('Tw'), lic('o'));
    expect(edited.nodes).toEqual([
      before,
      ul(li('One'), li('Tw'), li('o', ol(li('Inner 1'), li('Inner 2'), li('Inner 3'))), li('Three')),
      after,
    ]);
    expect(readFocus(edited)).toBe('o');
  });

  it('keeps all other elements as they are, those beside it even the same objects', () => {
    const edited = splitItem(nodes, [1, 1, 1, 0, 0], lic('Inn'), lic('er 1'));
    expect(edited.nodes[0]).toBe(before);
    expect(edited.nodes[2]).toBe(after);
    expect(getNode(edited.nodes, [1, 0])).toBe(list.children[0]);
    expect(getNode(edited.nodes, [1])).toMatchObject({ kept: 1 });
  });

  it('moves an item into the list of the one before, or into a new one', () => {
    const edited = moveItemIn(nodes, [1, 2, 0]);
    expect(edited?.nodes[1]).toEqual(
      ul(
        li('One'),
        li('Two', ol(li('Inner 1'), li('Inner 2'), li('Inner 3')), { type: 'ul', children: [li('Three')] }),
      ),
    );
    expect(edited && readFocus(edited)).toBe('Three');
    const joined = moveItemIn([ol(li('a', ol(li('b'))), li('c'))], [0, 1, 0]);
    expect(joined?.nodes).toEqual([ol(li('a', ol(li('b'), li('c'))))]);
    expect(joined && readFocus(joined)).toBe('c');
    expect(moveItemIn(nodes, [1, 0, 0])).toBeUndefined();
  });

  it('moves an item of an inner list out, with the items after it within', () => {
    const edited = moveItemOut(nodes, [1, 1, 1, 1, 0]);
    expect(edited.nodes[1]).toEqual(
      ul(
        li('One'),
        li('Two', ol(li('Inner 1'))),
        li('Inner 2', { type: 'ol', start: 2, children: [li('Inner 3')] }),
        li('Three'),
      ),
    );
    expect(readFocus(edited)).toBe('Inner 2');
  });

  it('is divided by an item that becomes a paragraph, and numbers go on', () => {
    const numbered = [{ ...ol(li('a'), li('b'), li('c')), start: 5 }];
    const edited = moveItemOut(numbered, [0, 1, 0]);
    expect(edited.nodes).toEqual([
      { ...ol(li('a')), start: 5 },
      { type: 'p', children: [{ text: 'b' }] },
      { ...ol(li('c')), start: 6 },
    ]);
    expect(readFocus(edited)).toBe('b');
    expect(moveItemOut([ul(li('only'))], [0, 0, 0]).nodes).toEqual([
      { type: 'p', children: [{ text: 'only' }] },
    ]);
  });

  it('takes in a paragraph between two of its kind, unless the second has a number of its own', () => {
    const edited = wrapInList([ul(li('a')), p('b'), ul(li('c'))], 1, 'ul');
    expect(edited.nodes).toMatchObject([{ type: 'ul', kept: 1, children: [li('a'), li('b'), li('c')] }]);
    expect(readFocus(edited)).toBe('b');
    const apart = wrapInList([p('a'), { ...ol(li('b')), start: 3 }], 0, 'ol');
    expect(apart.nodes).toMatchObject([{ type: 'ol' }, { type: 'ol', start: 3 }]);
  });

  it('changes its kind, and loses its first number with its numbers', () => {
    const edited = setListType([{ ...ol(li('a')), start: 3 }], [0, 0, 0], 'ul');
    expect(edited.nodes).toEqual([{ type: 'ul', children: [li('a')] }]);
    expect(getListType(edited.nodes, edited.focus)).toBe('ul');
    expect(getListType(nodes, [0])).toBeUndefined();
  });

  it('has a last text, which a paragraph below it continues', () => {
    const last = findLastText([ul(li('One', ol(li('Two'))))], [0]);
    expect(last).toEqual([0, 0, 1, 0, 0]);
    expect(findLastText([{ type: 'img', url: 'x', children: [] }], [0])).toBeUndefined();
  });
});

describe('what is pasted', () => {
  const cutAt = (element: JsonObject, chars: number) => {
    const text = getPlainText(element);
    return {
      element,
      before: toRuns({ ...element, children: [{ text: text.slice(0, chars) }] }),
      after: toRuns({ ...element, children: [{ text: text.slice(chars) }] }),
    };
  };

  it('continues the text before the caret and is continued by the one after it', () => {
    const edited = insertPasted(nodes, [2], cutAt(after, 2), [p('X'), p('Y'), p('Z')]);
    expect(edited.nodes.map(getPlainText)).toEqual(['Before', getPlainText(list), 'AfX', 'Y', 'Zter']);
    expect(edited.nodes[2]).toMatchObject({ id: 'id of After' });
    expect(edited).toMatchObject({ focus: [4], caretChars: 1 });
    expect(edited.nodes[0]).toBe(before);
  });

  it('takes the kind of a heading only where a paragraph is empty', () => {
    const heading = { type: 'h2', children: [{ text: 'Title' }] };
    expect(insertPasted([p('')], [0], cutAt(p(''), 0), [heading]).nodes).toMatchObject([{ type: 'h2' }]);
    const edited = insertPasted([p('Hi')], [0], cutAt(p('Hi'), 2), [heading]);
    expect(edited.nodes).toEqual([{ ...p('Hi'), children: [{ text: 'HiTitle' }] }]);
    expect(edited.caretChars).toBe(7);
  });

  it('is a list between two halves of a paragraph, and items within a list', () => {
    const pasted = [ul(li('a', ol(li('b'))))];
    const divided = insertPasted([p('Hello')], [0], cutAt(p('Hello'), 2), pasted);
    expect(divided.nodes).toMatchObject([{ type: 'p' }, pasted[0] as object, { type: 'p' }]);
    expect(readFocus(divided)).toBe('b');
    const items = insertPasted(nodes, [1, 1, 0], cutAt(lic('Two'), 3), [p('!'), ...pasted]);
    expect(items.nodes[1]).toEqual(
      ul(
        li('One'),
        li('Two!'),
        li('a'),
        li('b', ol(li('Inner 1'), li('Inner 2'), li('Inner 3'))),
        li('Three'),
      ),
    );
    expect(readFocus(items)).toBe('b');
  });
});
