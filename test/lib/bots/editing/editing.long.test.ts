import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIGRATED_BOTS, REAL_BOTS } from '#test/support/real-bots.ts';
import { expectEditLaws, readEditedBot } from './expect-edit-laws.ts';
import { EDIT_KINDS, makeEdits } from './random-edits.ts';

const OPERATIONS = 1_000;

/** Some edits find nothing to change in a small bot. */
const CHOICES = 2 * OPERATIONS;

const choice = fc.tuple(fc.nat({ max: EDIT_KINDS - 1 }), fc.nat({ max: 10_000 }));

describe.skipIf(REAL_BOTS.length === 0)('1,000 operations', () => {
  it.each([...REAL_BOTS, ...MIGRATED_BOTS].map((name, index) => [name, index] as const))(
    'are undone, repeated and divided with %s',
    (name, seed) => {
      const document = readEditedBot(name);
      const [choices = []] = fc.sample(fc.array(choice, { minLength: CHOICES, maxLength: CHOICES }), {
        numRuns: 1,
        seed,
      });
      const operations = makeEdits(document, choices, OPERATIONS);
      expect(operations).toHaveLength(OPERATIONS);
      expectEditLaws(document, operations);
    },
    600_000,
  );
});
