import { describe, expect, it } from 'vitest';
import { type CredentialsUses, describeUses } from '#apps/console/workspace/credentials-uses.ts';

const describeNames = (names: string[], more: Partial<CredentialsUses> = {}) =>
  describeUses({ names, searched: 30, isComplete: true, ...more });

describe('the uses of credentials that somebody is about to delete', () => {
  it('are named, up to five', () => {
    expect(describeNames(['Shop'])).toBe(
      'Blocks of “Shop” name these credentials, and do nothing from then on.',
    );
    expect(describeNames(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toMatch(/“D”, “E”, and 2 more name/);
  });

  it('are none only as far as bots were looked at', () => {
    expect(describeNames([])).toBe(
      'No bot names these credentials in its draft. Published bots may still use them.',
    );
    expect(describeNames([], { isComplete: false })).toMatch(
      /Only 30 bots were looked at: .*credentials list/,
    );
    expect(describeNames(['Shop'], { isComplete: false })).toMatch(/“Shop”.* Only 30 bots/);
  });

  it('are not known if the bots could not be read', () => {
    expect(describeUses(undefined)).toMatch(/^Blocks that name these credentials .*credentials list/);
  });
});
