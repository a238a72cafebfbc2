import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMatchingSteps } from '#lib/engine/text/pattern-cost.ts';

/** A part of a pattern: as text, and as a matcher that calls back with each position where it may end. */
type Part = { source: string; match: (run: Run, at: number, next: (end: number) => boolean) => boolean };
type Run = { text: string; steps: number };

const chars = (source: string, isMatch: (char: string) => boolean): Part => ({
  source,
  match(run, at, next) {
    run.steps += 1;
    const char = run.text[at];
    return char !== undefined && isMatch(char) && next(at + 1);
  },
});

const atom = fc.constantFrom(
  chars('a', (char) => char === 'a'),
  chars('b', (char) => char === 'b'),
  chars('.', () => true),
  chars('[ab]', (char) => char === 'a' || char === 'b'),
  chars('[^a\\]]', (char) => char !== 'a' && char !== ']'),
  chars('\\w', () => true),
  chars('\\x61', (char) => char === 'a'),
);

const counts = fc.constantFrom<[string, number, number]>(
  ...(
    [
      ['', 1, 1],
      ['*', 0, Infinity],
      ['+', 1, Infinity],
      ['?', 0, 1],
      ['{2}', 2, 2],
      ['{1,3}', 1, 3],
      ['{2,}', 2, Infinity],
      ['{0,9}', 0, 9],
    ] as const
  ).map(([...each]): [string, number, number] => each),
);

function repeated(
  { source, match }: Part,
  [sign, min, max]: [string, number, number],
  isLazy: boolean,
): Part {
  const matchFrom = (run: Run, at: number, done: number, next: (end: number) => boolean): boolean => {
    const more = () => done < max && match(run, at, (end) => matchFrom(run, end, done + 1, next));
    const stop = () => done >= min && next(at);
    return isLazy ? stop() || more() : more() || stop();
  };
  return {
    source: `${source}${sign}${isLazy && sign ? '?' : ''}`,
    match: (run, at, next) => matchFrom(run, at, 0, next),
  };
}

const sequence = (parts: Part[]): Part => ({
  source: parts.map(({ source }) => source).join(''),
  match: (run, at, next) => {
    const from = (index: number, position: number): boolean =>
      parts[index]?.match(run, position, (end) => from(index + 1, end)) ?? next(position);
    return from(0, at);
  },
});

const group = (alternatives: Part[], open: string, isOptional: boolean): Part => ({
  source: `${open}${alternatives.map(({ source }) => source).join('|')})${isOptional ? '?' : ''}`,
  match: (run, at, next) =>
    alternatives.some(({ match }) => match(run, at, next)) || (isOptional && next(at)),
});

const repetition = fc
  .tuple(atom, counts, fc.boolean())
  .map(([part, count, lazy]) => repeated(part, count, lazy));
const { part } = fc.letrec<{ part: Part; sequence: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    repetition,
    fc
      .tuple(
        fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('(', '(?:'),
        fc.boolean(),
      )
      .map(([alternatives, open, isOptional]) => group(alternatives, open, isOptional)),
  ),
  sequence: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map(sequence),
}));
const pattern = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 5 }).map(sequence), fc.boolean(), fc.boolean())
  .map(([body, isFromStart, isToEnd]) => ({ body, isFromStart, isToEnd }));
const text = fc.string({ unit: fc.constantFrom('a', 'a', 'b', 'c'), maxLength: 14 });

/** Matches by backtracking, like the engine does without its optimizations. */
function search(
  { body, isFromStart, isToEnd }: { body: Part; isFromStart: boolean; isToEnd: boolean },
  input: string,
) {
  const run = { text: input, steps: 0 };
  const toEnd = (end: number) => {
    run.steps += 1;
    return !isToEnd || end === input.length;
  };
  let isFound = false;
  for (let start = 0; start <= (isFromStart ? 0 : input.length) && !isFound; start += 1) {
    isFound = body.match(run, start, toEnd);
  }
  return { isFound, steps: run.steps };
}

describe('The steps of matching a pattern', () => {
  it('are never more than the bound', () => {
    let bounded = 0;
    fc.assert(
      fc.property(pattern, text, (generated, input) => {
        const { body, isFromStart, isToEnd } = generated;
        const source = `${isFromStart ? '^' : ''}${body.source}${isToEnd ? '$' : ''}`;
        const bound = countMatchingSteps(source, '', input.length);
        if (bound > 300_000) return;
        bounded += 1;
        const { isFound, steps } = search(generated, input);
        expect(isFound, source).toBe(new RegExp(source).test(input));
        expect(steps, source).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 3_000 },
    );
    expect(bounded).toBeGreaterThan(500);
  });

  it.each([
    ['^[a-z]+$', 30],
    ['^\\d{5}$', 10],
    ['^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$', 25],
    ['^(yes|no|maybe)$', 20],
    ['^(?<word>yes)$', 20],
    ['^(\\+\\d{1,3} )?\\d{3}-\\d{4}$', 20],
    ['\\bstop\\b', 500],
  ])('of %s on a text of %i characters are few', (source, length) => {
    expect(countMatchingSteps(source, 'i', length)).toBeLessThan(100_000);
  });

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '(a{1,9}){9}$',
    '(?:a?){20}a{20}',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(?=a+)b',
    '(?!a+)b',
    '(?<=a+)b',
    '(?<!a+)b',
    '\\p{L}+',
    '[\\p{L}]+',
    '(?i:a)',
    '^a*|a*a*a*a*$',
    '(a',
    'a)',
    '[a',
    'a\\',
    '*a',
    'a**',
    'a'.repeat(1_000),
  ])('of %s are not bounded', (source) => {
    expect(countMatchingSteps(source, '', 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['a*a*a*a*b', 100],
    ['.*.*.*=.*', 200],
    ['a?'.repeat(30) + 'a'.repeat(30), 30],
    ['(a|a)'.repeat(25), 25],
    ['(a*|b)(a*|b)(a*|b)(a*|b)', 60],
    ['a{1,3}'.repeat(20), 40],
    ['a{500000}', 10],
    ['a', 1_000_000],
  ])('of %s on a text of %i characters are many', (source, length) => {
    expect(countMatchingSteps(source, '', length)).toBeGreaterThan(100_000);
  });

  it('count every line as a start with the flag "m"', () => {
    expect(countMatchingSteps('^a+$', 'm', 50)).toBe(countMatchingSteps('^a+$', 'gim', 50));
    expect(countMatchingSteps('^a+$', 'm', 50)).toBeGreaterThan(countMatchingSteps('^a+$', 'i', 50));
  });
});
