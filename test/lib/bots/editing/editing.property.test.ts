import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';
import { MIGRATED_BOTS, REAL_BOTS } from '#test/support/real-bots.ts';
import { bakery } from './bakery-bot.ts';
import { addUnknownKeys, expectEditLaws, readEditedBot } from './expect-edit-laws.ts';
import { EDIT_KINDS, makeEdits } from './random-edits.ts';

const choice = fc.tuple(fc.nat({ max: EDIT_KINDS - 1 }), fc.nat({ max: 10_000 }));

function expectLawsOfEdits(document: BotDocument, numRuns: number): void {
  fc.assert(
    fc.property(fc.array(choice, { minLength: 1, maxLength: 15 }), (choices) => {
      expectEditLaws(document, makeEdits(document, choices));
    }),
    { numRuns },
  );
}

it('edits of a small bot are undone, repeated and divided', () => {
  expectLawsOfEdits(frozen(addUnknownKeys(bakery)), 200);
});

describe.skipIf(REAL_BOTS.length === 0)('edits of real bots', () => {
  it.each([...REAL_BOTS, ...MIGRATED_BOTS])('are undone, repeated and divided with %s', (name) => {
    expectLawsOfEdits(readEditedBot(name), 3);
  });
});
