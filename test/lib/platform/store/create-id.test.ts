import { describe, expect, it } from 'vitest';
import { createId } from '#lib/platform/store/create-id.ts';
import { isId } from '#lib/platform/store/keys.ts';

describe('createId', () => {
  it('creates 24 letters and digits that begin with a letter', () => {
    const ids = Array.from({ length: 1_000 }, () => createId());
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
    expect(ids.every(isId)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('creates ids of other lengths', () => {
    expect(createId(7)).toMatch(/^[a-z][a-z0-9]{6}$/);
  });
});
