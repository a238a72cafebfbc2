import { describe, expect, it } from 'vitest';
import { findNameProblem } from '#apps/console/bot/editing/variable-name-problem.ts';

describe('the name of a variable', () => {
  const others = [{ id: 'a', name: 'Age' }];

  it.each(['Name', 'First name', 'a=b', 'age'])('can be %j', (name) => {
    expect(findNameProblem(others, name)).toBeUndefined();
  });

  it.each(['', '=Name', '{Name', 'Na}me'])('cannot be %j, which no text can mention', (name) => {
    expect(findNameProblem(others, name)).toMatch(/does not begin with =/);
  });

  it('cannot be the name of another one', () => {
    expect(findNameProblem(others, 'Age')).toBe('Another variable has this name.');
  });
});
