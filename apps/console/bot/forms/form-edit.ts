import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Keys of objects and indices of lists, from a block to a value in it. */
export type ValuePath = readonly (string | number)[];

/** A change that a person has made to a value of a form. */
export type FormEdit =
  /** An absent value removes the key. */
  | { kind: 'set'; path: ValuePath; value?: unknown }
  /** The path leads to a list. */
  | { kind: 'insert'; path: ValuePath; index: number; value: unknown }
  | { kind: 'remove'; path: ValuePath; index: number }
  | { kind: 'move'; path: ValuePath; from: number; to: number };

/** A value that an edit replaces. The path never leads through a value that is absent. */
export type PathChange = { path: (string | number)[]; was?: unknown; value?: unknown };

/** Returns the value at a path of own keys and indices. */
export function getValue(root: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

/**
 * Turns an edit into the smallest change: of the value itself or, if an object around it is absent, of the outermost one
 * that has to be made. Lists are replaced as a whole.
 *
 * @returns undefined if the edit changes nothing
 */
export function toValueChange(root: JsonObject, edit: FormEdit): PathChange | undefined {
  if (edit.kind === 'set') return toSetChange(root, edit.path, edit.value);
  const was = getValue(root, edit.path);
  const list = Array.isArray(was) ? was : [];
  const value = changeList(list, edit);
  return value && toSetChange(root, edit.path, value);
}

function changeList(list: readonly unknown[], edit: Exclude<FormEdit, { kind: 'set' }>) {
  switch (edit.kind) {
    case 'insert':
      return list.toSpliced(edit.index, 0, edit.value);
    case 'remove':
      return edit.index < list.length ? list.toSpliced(edit.index, 1) : undefined;
    case 'move': {
      const hasIndex = (index: number) => index >= 0 && index < list.length;
      if (!hasIndex(edit.from) || !hasIndex(edit.to) || edit.from === edit.to) return undefined;
      return list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, list[edit.from]);
    }
  }
}

function toSetChange(root: JsonObject, path: ValuePath, value: unknown): PathChange | undefined {
  const was = getValue(root, path);
  if (isSame(was, value)) return undefined;
  if (value !== undefined) {
    for (let length = 1; length < path.length; length += 1) {
      if (getValue(root, path.slice(0, length)) !== undefined) continue;
      return { path: path.slice(0, length), value: wrap(path.slice(length), value) };
    }
  }
  return {
    path: [...path],
    ...(was !== undefined && { was }),
    ...(value !== undefined && { value }),
  };
}

/** Puts a value into new objects and lists, one for each key. */
function wrap(path: ValuePath, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
