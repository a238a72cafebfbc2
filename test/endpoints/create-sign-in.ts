import { decodeJwt } from 'jose';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectSame, type Json } from '#test/support/fuzz/read-back.ts';
import { prepareSignIn } from '#test/support/sign-in/sign-in-client.ts';

export const fixture: EndpointFixture = {
  // An ID token works once, also if the response was lost.
  calls: { 'a person with a role by claim': { prepare: (api) => prepareSignIn(api), retryStatus: 400 } },
  costs: {
    'sign in with the identity provider': {
      prepare: (api) => prepareSignIn(api, { sub: `new-${crypto.randomUUID()}` }),
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 2,
      writeUnits: 11,
      countsTokens: true,
      assumed: { ms: 60, bytesSent: 900 },
    },
  },
  async readBack({ received, sent }) {
    const { sub } = decodeJwt((sent as { idToken: string }).idToken);
    expectSame('account', ((received.token as Json).signIn as Json).account, sub);
  },
  looseSchema: { because: 'an ID token is signed by the identity provider' },
};
