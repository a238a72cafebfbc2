import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChatVariable,
  MAX_VARIABLE_CHARS,
  Variables,
  VariablesTooLargeError,
} from '#lib/engine/model/variables.ts';

function some(): Variables {
  return new Variables([
    { id: 'a', name: 'A', value: 'one' },
    { id: 'b', name: 'B' },
    { id: 'a2', name: 'A', value: 'two' },
  ]);
}

describe('Variables', () => {
  it('are found by id and by name, the first one if there are two', () => {
    const variables = some();
    expect(variables.byId('a2')?.value).toBe('two');
    expect(variables.byId(undefined)).toBeUndefined();
    expect(variables.byName('A')?.id).toBe('a');
    expect(variables.byName('C')).toBeUndefined();
    expect(variables.valueOf('b')).toBeUndefined();
  });

  it('render by name the first one that is set', () => {
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

  it('can become session variables', () => {
    const variables = some();
    variables.set('b', 'x', { isSessionVariable: true });
    variables.set('b', 'y');
    expect(variables.byId('b')).toStrictEqual({ id: 'b', name: 'B', value: 'y', isSessionVariable: true });
  });

  it('do not modify the list they were created from', () => {
    const list = [{ id: 'a', name: 'A' }];
    const variables = new Variables(list);
    variables.set('a', 'x');
    variables.add({ id: 'b', name: 'B' });
    expect(list).toStrictEqual([{ id: 'a', name: 'A' }]);
    expect(variables.list).toHaveLength(2);
  });

  it('reject values too large for a session and stay unchanged', () => {
    const variables = some();
    // Each variable has about forty characters of storage overhead.
    variables.set('b', 'x'.repeat(MAX_VARIABLE_CHARS - 140));
    expect(() => variables.set('a', 'longer by much more than is left for it')).toThrow(
      VariablesTooLargeError,
    );
    expect(() => variables.add({ id: 'c', name: 'C', value: ['x'] })).toThrow('Variable "C" was not set');
    expect(variables.valueOf('a')).toBe('one');
    variables.set('b', ['short', null]);
    variables.set('a', 'longer');
    expect(variables.valueOf('a')).toBe('longer');
  });
});

describe('Variables that share ids and names', () => {
  /** A reference implementation that scans the list for every lookup. */
  class Plain {
    list: ChatVariable[];
    constructor(list: ChatVariable[]) {
      this.list = list;
    }
    set(id: string, value: string | null) {
      const at = this.list.findIndex((variable) => variable.id === id);
      const [before] = at < 0 ? [] : this.list.splice(at, 1);
      if (before) this.list.push({ ...before, value });
    }
    assign(id: string, value: string) {
      const at = this.list.findIndex((variable) => variable.id === id);
      const before = this.list[at];
      if (before) this.list[at] = { ...before, value };
    }
    add(variable: ChatVariable) {
      this.list.push(variable);
    }
  }

  const key = fc.constantFrom('a', 'b', 'c');
  const value = fc.constantFrom('x', 'y', null);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id: key, value }),
    fc.record({ kind: fc.constant('assign' as const), id: key, value: fc.constantFrom('x', 'y') }),
    fc.record({ kind: fc.constant('add' as const), id: key, name: key, value }),
  );

  it('are found in the order of the list, whatever the operations', () => {
    const some = fc.array(fc.record({ id: key, name: key, value }), { maxLength: 8 });
    fc.assert(
      fc.property(some, fc.array(step, { maxLength: 12 }), (list, steps) => {
        const variables = new Variables(list);
        const plain = new Plain([...list]);
        for (const one of steps) {
          for (const each of [variables, plain]) {
            if (one.kind === 'set') each.set(one.id, one.value);
            else if (one.kind === 'assign') each.assign(one.id, one.value);
            else each.add({ id: one.id, name: one.name, value: one.value });
          }
          expect(variables.list).toEqual(plain.list);
          for (const sought of ['a', 'b', 'c']) {
            expect(variables.byId(sought)).toEqual(plain.list.find(({ id }) => id === sought));
            expect(variables.byName(sought)).toEqual(plain.list.find(({ name }) => name === sought));
            expect(variables.setByName(sought)).toEqual(
              plain.list.find(({ name, value }) => name === sought && value !== null),
            );
          }
        }
      }),
    );
  });
});
