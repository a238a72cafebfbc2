import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import type { VariableValue } from '#lib/engine/model/variable-value.ts';
import type { ComparisonOperator } from '#lib/engine/text/comparison.ts';
import { isConditionMet } from '#lib/engine/text/condition.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { expectLinear } from '#test/support/growth.ts';

const TWO = ['a', 'b'];

function compare(left: VariableValue | undefined, comparisonOperator: string, value?: string): boolean {
  const context = blockContext({
    variables: { Left: left, Two: TWO, Zero: [], Word: 'a', Unset: undefined },
  });
  const comparison = {
    id: 'c',
    variableId: 'Left',
    comparisonOperator,
    ...(value !== undefined && { value }),
  };
  return isConditionMet({ comparisons: [comparison] }, context);
}

type Case = [
  left: VariableValue | undefined,
  operator: ComparisonOperator,
  right: string | undefined,
  isMet: boolean,
];

describe('A comparison', () => {
  /** For each operator, a pair of values that meets it and one that does not. */
  const samples: Record<ComparisonOperator, { met: [string, string]; unmet: [string, string] }> = {
    'Equal to': { met: ['5', '5'], unmet: ['5', '6'] },
    'Not equal': { met: ['5', '6'], unmet: ['5', '5'] },
    Contains: { met: ['abc', 'b'], unmet: ['abc', 'd'] },
    'Does not contain': { met: ['abc', 'd'], unmet: ['abc', 'b'] },
    'Greater than': { met: ['6', '5'], unmet: ['5', '5'] },
    'Less than': { met: ['5', '6'], unmet: ['5', '5'] },
    'Greater or equal to': { met: ['5', '5'], unmet: ['4', '5'] },
    'Less or equal to': { met: ['5', '5'], unmet: ['6', '5'] },
    'Is set': { met: ['5', ''], unmet: ['', ''] },
    'Is empty': { met: ['', ''], unmet: ['5', ''] },
    'Starts with': { met: ['abc', 'a'], unmet: ['abc', 'b'] },
    'Ends with': { met: ['abc', 'c'], unmet: ['abc', 'b'] },
    'Matches regex': { met: ['abc', '^a'], unmet: ['abc', '^b'] },
    'Does not match regex': { met: ['abc', '^b'], unmet: ['abc', '^a'] },
  };

  it('supports every operator of the document schema', () => {
    expect(new Set(Object.keys(samples))).toStrictEqual(new Set(COMPARISON_OPERATORS));
  });

  it.each(COMPARISON_OPERATORS)('tells whether %s', (operator) => {
    const { met, unmet } = samples[operator];
    expect(compare(met[0], operator, met[1])).toBe(true);
    expect(compare(unmet[0], operator, unmet[1])).toBe(false);
  });

  it.each<Case>([
    ['Mia', 'Equal to', 'mia', false],
    ['mia', 'Equal to', 'mia', true],
    [' mia', 'Equal to', 'mia', false],
    ['a', 'Equal to', '{{Word}}', true],
    ['a!', 'Equal to', '{{Word}}!', true],
    ['2', 'Equal to', '{{= 1 + 1', false],
    [null, 'Equal to', 'null', true],
    [undefined, 'Equal to', 'undefined', true],
    ['undefined', 'Equal to', 'undefined', false],
    [null, 'Equal to', undefined, false],
    [null, 'Equal to', '', false],
    [null, 'Equal to', '{{Unset}}', false],
    ['', 'Equal to', '', true],
    ['', 'Equal to', '{{Unset}}', true],
    ['caf\u00e9', 'Equal to', 'cafe\u0301', true],
    ['true', 'Equal to', 'true', true],
    [['a', 'a'], 'Equal to', 'a', true],
    [['a', 'b'], 'Equal to', 'a', false],
    [[], 'Equal to', 'a', true],
    ['a', 'Equal to', '{{Two}}', false],
    [['a', 'b'], 'Equal to', '{{Two}}', false],
    ['a', 'Equal to', '{{Zero}}', true],
    ['a', 'Not equal', 'b', true],
    ['a', 'Not equal', 'a', false],
    [null, 'Not equal', '', true],
    [['a', 'b'], 'Not equal', 'a', false],
    [['a', 'b'], 'Not equal', 'c', true],
    [['c'], 'Not equal', '{{Two}}', true],
    [[], 'Not equal', 'a', true],
  ])('of equality: %j %s %j is %j', (left, operator, right, isMet) => {
    expect(compare(left, operator, right)).toBe(isMet);
  });

  it.each<Case>([
    ['Window', 'Contains', 'NDO', true],
    ['Window', 'Contains', ' ndo ', true],
    ['Window', 'Contains', '', false],
    ['Window', 'Contains', ' ', false],
    ['Window', 'Contains', 'door', false],
    ['xay', 'Contains', '{{Two}}', true],
    ['xyz', 'Contains', '{{Two}}', false],
    [['a', 'b'], 'Contains', 'a', true],
    [['a', 'b'], 'Contains', 'A', false],
    [['apple'], 'Contains', 'app', false],
    [['a'], 'Contains', '{{Two}}', true],
    [[null, 'b'], 'Contains', 'x', false],
    [[null, 'b'], 'Contains', 'null', true],
    [['b'], 'Contains', 'null', false],
    [[], 'Contains', 'a', false],
    [null, 'Contains', 'a', false],
    ['Window', 'Does not contain', 'ndo', false],
    ['Window', 'Does not contain', '', true],
    [null, 'Does not contain', 'x', true],
    [['a', 'b'], 'Does not contain', 'a', false],
    [['a', 'b'], 'Does not contain', 'c', true],
    [[null, 'b'], 'Does not contain', 'x', true],
    [[], 'Does not contain', 'c', true],
    ['Window', 'Starts with', 'wI', true],
    ['Window', 'Starts with', 'in', false],
    ['Window', 'Starts with', '', false],
    [null, 'Starts with', 'a', false],
    [['ab', 'ac'], 'Starts with', 'a', true],
    [['ab', 'bc'], 'Starts with', 'a', false],
    [[null, 'ab'], 'Starts with', 'a', false],
    [[], 'Starts with', 'a', true],
    ['Window ', 'Ends with', 'OW', true],
    ['Window', 'Ends with', 'win', false],
  ])('of parts: %j %s %j is %j', (left, operator, right, isMet) => {
    expect(compare(left, operator, right)).toBe(isMet);
  });

  it.each<Case>([
    ['10', 'Greater than', '9', true],
    ['9', 'Greater than', '10', false],
    ['1e3', 'Greater than', '999', true],
    ['0x10', 'Greater than', '15', true],
    ['', 'Greater than', '-1', true],
    ['abc', 'Greater than', '2', true],
    ['abc', 'Greater than', 'abcd', false],
    ['2031-02-03', 'Greater than', '2031-02-02', true],
    // Text that parses as a date is compared as a date.
    ['+33', 'Greater than', '1', true],
    ['1,5', 'Greater than', '1', true],
    ['1,5', 'Less than', '2', true],
    ['1.234,56', 'Greater than', '1000', true],
    ['1 234,56', 'Less than', '1235', true],
    ['1.000.000', 'Greater than', '999.999,5', true],
    ['900', 'Less than', '1,000', true],
    ['12,34,567', 'Greater or equal to', '1234567', true],
    ['10%', 'Less than', '4', false],
    ['3', 'Less than', '4', true],
    ['5', 'Less or equal to', '5', true],
    ['6', 'Less or equal to', '5', false],
    ['5', 'Greater or equal to', '5', true],
    ['4', 'Greater or equal to', '5', false],
    [null, 'Less than', '1', false],
    [null, 'Greater than', '-1', false],
    ['1', 'Greater than', 'null', false],
    [['a', 'b', 'c'], 'Greater than', '2', true],
    [['a', 'b', 'c'], 'Greater than', 'two', false],
    ['3', 'Greater than', '{{Two}}', true],
    [['a', 'b', 'c'], 'Greater than', '{{Two}}', true],
    [['a', 'b'], 'Greater or equal to', '{{Two}}', true],
  ])('of order: %j %s %j is %j', (left, operator, right, isMet) => {
    expect(compare(left, operator, right)).toBe(isMet);
  });

  it.each<Case>([
    ['a', 'Is set', undefined, true],
    [' ', 'Is set', undefined, true],
    [['a'], 'Is set', undefined, true],
    [[], 'Is set', undefined, false],
    ['', 'Is set', undefined, false],
    [null, 'Is set', undefined, false],
    [undefined, 'Is set', undefined, false],
    ['', 'Is empty', undefined, true],
    [[], 'Is empty', undefined, true],
    [[null], 'Is empty', undefined, false],
    ['a', 'Is empty', undefined, false],
  ])('of presence: %j %s %j is %j', (left, operator, right, isMet) => {
    expect(compare(left, operator, right)).toBe(isMet);
  });

  it.each<Case>([
    ['abc', 'Matches regex', '^a', true],
    ['ABC', 'Matches regex', '^a', false],
    ['ABC', 'Matches regex', '/^a/i', true],
    ['a\nb', 'Matches regex', '/^b$/gm', true],
    // With an unknown flag, the whole text is treated as the pattern.
    ['ABC', 'Matches regex', '/^a/s', false],
    ['/a/s', 'Matches regex', '/a/s', true],
    ['a/b', 'Matches regex', 'a/b', true],
    ['a', 'Matches regex', '(', false],
    ['a', 'Matches regex', '/a/gg', false],
    ['', 'Matches regex', '^$', false],
    ['a', 'Matches regex', '', false],
    [['x', 'ab'], 'Matches regex', '^a', true],
    [['a', 'a'], 'Matches regex', '/a/gy', true],
    [['x', null], 'Matches regex', '^a', false],
    [[], 'Matches regex', '^a', false],
    ['b', 'Matches regex', '{{Two}}', true],
    ['abc', 'Does not match regex', '^a', false],
    ['xbc', 'Does not match regex', '^a', true],
    [['x', 'ab'], 'Does not match regex', '^a', false],
    [['x', 'y'], 'Does not match regex', '^a', true],
    [null, 'Does not match regex', '^a', false],
    ['abc', 'Does not match regex', '', false],
    ['a', 'Does not match regex', '(', false],
  ])('of patterns: %j %s %j is %j', (left, operator, right, isMet) => {
    expect(compare(left, operator, right)).toBe(isMet);
  });

  it.each(['Matches regex', 'Does not match regex'])(
    'is not met with a pattern that never finishes: %s',
    (operator) => {
      // Backtracking would take years, so finishing at all is the test.
      expect(compare(`${'a'.repeat(60)}!`, operator, '^(a+)+$')).toBe(false);
    },
  );

  it('is not met with a pattern too large to compile', () => {
    expect(compare('x', 'Matches regex', '(?:(?:x{1,999}){1,999}){1,999}y')).toBe(false);
  });

  it.each(COMPARISON_OPERATORS)('of long lists takes linear time: %s', async (operator) => {
    const isMet = (length: number) => {
      const list = Array.from({ length }, (_, index) => `e${index}`);
      const context = blockContext({ variables: [{ id: 'l', name: 'L', value: list }] });
      const comparison = { variableId: 'l', comparisonOperator: operator, value: '{{L}}' };
      return isConditionMet({ comparisons: [comparison] }, context);
    };
    expect(typeof isMet(10)).toBe('boolean');
    await expectLinear(isMet, { small: 1_250, large: 20_000 });
  });
});

describe('A condition', () => {
  const context = blockContext({ variables: { A: 'x', B: 'y' } });
  const isX = { variableId: 'A', comparisonOperator: 'Equal to', value: 'x' };
  const isZ = { variableId: 'A', comparisonOperator: 'Equal to', value: 'z' };

  it.each([
    ['all by default', { comparisons: [isX, isX] }, true],
    ['all by default, one not', { comparisons: [isX, isZ] }, false],
    ['all with AND', { logicalOperator: 'AND', comparisons: [isX, isZ] }, false],
    ['one with OR', { logicalOperator: 'OR', comparisons: [isZ, isX] }, true],
    ['none with OR', { logicalOperator: 'OR', comparisons: [isZ, isZ] }, false],
    ['all with another operator', { logicalOperator: 'XOR', comparisons: [isX, isX] }, true],
    ['an unknown variable', { comparisons: [{ variableId: 'Z', comparisonOperator: 'Is empty' }] }, true],
  ])('needs %s', (_, condition, isMet) => {
    expect(isConditionMet(condition, context)).toBe(isMet);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a list', [isX]],
    ['a text', 'x'],
    ['nothing', {}],
    ['no comparisons', { comparisons: [] }],
    ['comparisons that are not a list', { comparisons: { 0: isX } }],
    ['an invalid comparison beside a valid one', { comparisons: [isX, null] }],
    ['no variable', { comparisons: [{ comparisonOperator: 'Is empty' }] }],
    ['no operator', { comparisons: [{ variableId: 'A', value: 'x' }] }],
    ['an unknown operator', { comparisons: [{ ...isX, comparisonOperator: 'Sounds like' }] }],
    ['a variable that is not text', { comparisons: [{ ...isX, variableId: 1 }] }],
  ])('is not met with %s', (_, condition) => {
    expect(isConditionMet(condition, context)).toBe(false);
  });

  it('never throws, whatever is compared', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.option(fc.string())), fc.constant(null));
    const right = fc.oneof(fc.string(), fc.constantFrom('{{Right}}', 'null', '{{', '/(/', '[', '\\'));
    fc.assert(
      fc.property(
        value,
        value,
        fc.constantFrom(...COMPARISON_OPERATORS),
        right,
        (a, b, comparisonOperator, text) => {
          const any = blockContext({ variables: { Left: a, Right: b } });
          const comparison = { variableId: 'Left', comparisonOperator, value: text };
          expect(typeof isConditionMet({ comparisons: [comparison] }, any)).toBe('boolean');
        },
      ),
    );
  });
});
