import { describe, expect, it } from 'vitest';
import {
  type CredentialsOffer,
  getNamedState,
  listCredentialsOptions,
} from '#apps/console/session/credentials-offer.ts';

const OFFER: CredentialsOffer = {
  kind: 'openai',
  stored: [
    { id: 'c2', name: 'Support', kind: 'openai', isIncomplete: false },
    { id: 'c1', name: 'Billing', kind: 'openai', isIncomplete: true },
    { id: 'c3', name: 'Shop', kind: 'stripe', isIncomplete: false },
  ],
  hasFailed: false,
  canStore: true,
};
const { stored: _, ...rest } = OFFER;
const NOT_LOADED: CredentialsOffer = { ...rest, stored: undefined };
const MAIL: CredentialsOffer = { ...OFFER, kind: 'smtp', ownId: 'default' };

describe('the credentials that a block names', () => {
  it.each([
    ['none', OFFER, undefined],
    ['none', OFFER, ''],
    ['stored', OFFER, 'c2'],
    ['incomplete', OFFER, 'c1'],
    ['otherKind', OFFER, 'c3'],
    ['unlisted', OFFER, 'by-hand'],
    ['unlisted', OFFER, 'default'],
    ['own', MAIL, 'default'],
    ['unknown', NOT_LOADED, 'c2'],
  ])('are %s', (state, offer, id) => {
    expect(getNamedState(offer, id)).toBe(state);
  });
});

describe('the choice of credentials', () => {
  const listLabels = (offer: CredentialsOffer, id?: string) =>
    listCredentialsOptions(offer, id).map(({ label }) => label);

  it('has those of the kind by name, after none', () => {
    expect(listCredentialsOptions(OFFER, 'c2')).toEqual([
      { value: '', label: 'None' },
      { value: 'c1', label: 'Billing' },
      { value: 'c2', label: 'Support' },
    ]);
  });

  it('keeps an id that is not listed, and one of another service', () => {
    expect(listCredentialsOptions(OFFER, 'by-hand').at(-1)).toEqual({
      value: 'by-hand',
      label: 'Unknown: by-hand',
    });
    expect(listCredentialsOptions(OFFER, 'c3').at(-1)).toEqual({
      value: 'c3',
      label: 'Shop (of another service)',
    });
    expect(listCredentialsOptions(NOT_LOADED, 'c2')).toEqual([
      { value: '', label: 'None' },
      { value: 'c2', label: 'c2' },
    ]);
  });

  it("offers the service's own account", () => {
    expect(listLabels(MAIL)).toEqual(["The service's own account (default)"]);
    expect(listLabels(MAIL, 'default')).toEqual([
      "The service's own account (default)",
      "The service's own account",
    ]);
  });

  it('tells credentials with the same name apart', () => {
    const stored = ['c1', 'c2'].map((id) => ({ id, name: 'Same', kind: 'openai', isIncomplete: false }));
    expect(listLabels({ ...OFFER, stored })).toEqual(['None', 'Same (c1)', 'Same (c2)']);
  });
});
