import type { Api } from '#test/support/describe-api.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json } from '#test/support/fuzz/read-back.ts';
import { createInvitation } from '#test/support/invitation-client.ts';

async function prepare(api: Api) {
  const { secret } = await createInvitation(api);
  return { ...post('/v1/invitations/accept', { secret, name: 'Ada Lovelace' }), token: null };
}

export const fixture: EndpointFixture = {
  calls: { 'a pending one': { prepare, retryStatus: 404 } },
  costs: {
    'accept an invitation': {
      prepare,
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 2,
      writeUnits: 11,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 900 },
    },
  },
  async readBack({ received, sent }) {
    expectSame('name', (received.token as Json).name, (sent as { name: string }).name.trim());
  },
  looseSchema: { because: 'the characters of a name are restricted by Unicode rules' },
};
