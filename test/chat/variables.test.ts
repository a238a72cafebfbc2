import { describe, expect, it } from 'vitest';
import { MAX_VARIABLE_CHARS, Variables, VariablesTooLarge } from '#lib/chat/variables.ts';

function some(): Variables {
  return new Variables([
    { id: 'a', name: 'A', value: 'one' },
    { id: 'b', name: 'B' },
    { id: 'a2', name: 'A', value: 'two' },
  ]);
}

describe('Variables', () => {
  it('are found by id and by name, of two the first', () => {
    const variables = some();
    expect(variables.byId('a2')?.value).toBe('two');
    expect(variables.byId(undefined)).toBeUndefined();
    expect(variables.byName('A')?.id).toBe('a');
    expect(variables.byName('C')).toBeUndefined();
    expect(variables.valueOf('b')).toBeUndefined();
  });

  it('are shown by name with the first that is set', () => {
    const variables = some();
    variables.set('a', null);
    expect(variables.setByName('A')?.id).toBe('a2');
    expect(variables.setByName('B')).toBeUndefined();
  });

  it('are listed in the order in which they were last set', () => {
    const variables = some();
    variables.set('a', 5);
    expect(variables.list).toStrictEqual([
      { id: 'b', name: 'B' },
      { id: 'a2', name: 'A', value: 'two' },
      { id: 'a', name: 'A', value: '5' },
    ]);
  });

  it('ignore an unknown id', () => {
    const variables = some();
    variables.set('z', 'x');
    variables.set(undefined, 'x');
    expect(variables.list).toStrictEqual(some().list);
  });

  it('become those of the session only', () => {
    const variables = some();
    variables.set('b', 'x', { isSessionVariable: true });
    variables.set('b', 'y');
    expect(variables.byId('b')).toStrictEqual({ id: 'b', name: 'B', value: 'y', isSessionVariable: true });
  });

  it('leave those they were made of alone', () => {
    const list = [{ id: 'a', name: 'A' }];
    const variables = new Variables(list);
    variables.set('a', 'x');
    variables.add({ id: 'b', name: 'B' });
    expect(list).toStrictEqual([{ id: 'a', name: 'A' }]);
    expect(variables.list).toHaveLength(2);
  });

  it('refuse what no session could keep, and stay as they are', () => {
    const variables = some();
    // What else is kept of a variable counts too: some forty characters each.
    variables.set('b', 'x'.repeat(MAX_VARIABLE_CHARS - 140));
    expect(() => variables.set('a', 'longer by much more than is left for it')).toThrow(VariablesTooLarge);
    expect(() => variables.add({ id: 'c', name: 'C', value: ['x'] })).toThrow('Variable "C" was not set');
    expect(variables.valueOf('a')).toBe('one');
    variables.set('b', ['short', null]);
    variables.set('a', 'longer');
    expect(variables.valueOf('a')).toBe('longer');
  });
});
