import { describe, expect, it } from 'vitest';
import { prefillable } from '#lib/chat/prefillable-variables.ts';

const sent = { Name: 'Ada', Mail: 'a@x.example', constructor: 'x' };
const allowed = (security: unknown) => prefillable({ settings: { security } as never }, sent);

describe('variables that may be prefilled', () => {
  it.each([undefined, {}, { prefillableVariables: undefined }])(
    'include every variable without a list: %j',
    (security) => {
      expect(allowed(security)).toEqual(sent);
    },
  );

  it.each([
    [['Name'], { Name: 'Ada' }],
    [['Name', 'Unknown', 7], { Name: 'Ada' }],
    [['constructor'], { constructor: 'x' }],
    [[], {}],
  ])('are limited to the list %j', (prefillableVariables, expected) => {
    expect(allowed({ prefillableVariables })).toEqual(expected);
  });
});
