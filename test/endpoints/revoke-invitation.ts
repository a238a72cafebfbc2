import type { Api } from '#test/support/describe-api.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, remove } from '#test/support/endpoints/requests.ts';
import { getInvitationsPath } from '#test/support/endpoints/workspaces.ts';
import { type Json, readBody } from '#test/support/fuzz/read-back.ts';
import { createInvitation } from '#test/support/invitation-client.ts';

async function prepare(api: Api) {
  const { invitation } = await createInvitation(api);
  return await asAdmin(api, remove(`${getInvitationsPath(api)}/${invitation.id}`));
}

export const fixture: EndpointFixture = {
  calls: { 'a pending one': { prepare, retryStatus: 404 } },
  costs: {
    'revoke an invitation': {
      prepare,
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 800 },
    },
  },
  async readBack(taken) {
    const revoked = taken.received.invitation as Json;
    const { invitations } = await readBody<{ invitations: Json[] }>(
      taken,
      taken.path.replace(/\/[^/]*$/, ''),
    );
    if (invitations.some(({ id }) => id === revoked.id)) throw new Error('A revoked invitation is listed');
  },
};
