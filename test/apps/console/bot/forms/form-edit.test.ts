import { describe, expect, it } from 'vitest';
import { toValueChange } from '#apps/console/bot/forms/form-edit.ts';

const block = {
  id: 'ask',
  type: 'text input',
  options: { labels: { button: 'Send' }, tags: ['a', 'b', 'c'] },
};

describe('an edit of a form', () => {
  it('replaces a value, and carries the one before', () => {
    const path = ['options', 'labels', 'button'];
    expect(toValueChange(block, { kind: 'set', path, value: 'Go' })).toEqual({
      path,
      was: 'Send',
      value: 'Go',
    });
  });

  it('adds a key to an object that is there', () => {
    const path = ['options', 'labels', 'placeholder'];
    expect(toValueChange(block, { kind: 'set', path, value: 'Name' })).toEqual({ path, value: 'Name' });
  });

  it('makes the objects around a value that are absent, in one change', () => {
    expect(
      toValueChange(block, { kind: 'set', path: ['options', 'audioClip', 'isEnabled'], value: true }),
    ).toEqual({
      path: ['options', 'audioClip'],
      value: { isEnabled: true },
    });
    expect(toValueChange({ id: 'x' }, { kind: 'set', path: ['content', 'richText', 0], value: 'p' })).toEqual(
      {
        path: ['content'],
        value: { richText: ['p'] },
      },
    );
  });

  it('removes the key of a field that was emptied', () => {
    const path = ['options', 'labels', 'button'];
    const change = toValueChange(block, { kind: 'set', path });
    expect(change).toEqual({ path, was: 'Send' });
    expect(change).not.toHaveProperty('value');
  });

  it('makes no change if the value stays the same, or stays absent', () => {
    const path = ['options', 'labels', 'button'];
    expect(toValueChange(block, { kind: 'set', path, value: 'Send' })).toBeUndefined();
    expect(toValueChange(block, { kind: 'set', path: ['options', 'absent', 'too'] })).toBeUndefined();
  });

  it('adds, moves and removes elements of a list', () => {
    const path = ['options', 'tags'];
    const was = ['a', 'b', 'c'];
    const toValue = (edit: Parameters<typeof toValueChange>[1]) => toValueChange(block, edit);
    expect(toValue({ kind: 'insert', path, index: 1, value: 'x' })).toEqual({
      path,
      was,
      value: ['a', 'x', 'b', 'c'],
    });
    expect(toValue({ kind: 'move', path, from: 0, to: 2 })).toEqual({ path, was, value: ['b', 'c', 'a'] });
    expect(toValue({ kind: 'move', path, from: 2, to: 3 })).toBeUndefined();
    expect(toValue({ kind: 'remove', path, index: 1 })).toEqual({ path, was, value: ['a', 'c'] });
    expect(toValue({ kind: 'remove', path, index: 3 })).toBeUndefined();
  });

  it('does not read what a prototype has', () => {
    expect(toValueChange({ id: 'x' }, { kind: 'set', path: ['constructor', 'name'], value: 'y' })).toEqual({
      path: ['constructor'],
      value: { name: 'y' },
    });
  });
});
