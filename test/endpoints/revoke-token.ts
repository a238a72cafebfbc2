import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, remove } from '#test/support/endpoints/requests.ts';
import { getTokensPath } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';
import { createToken } from '#test/support/token-client.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a token': async (api) =>
      await asAdmin(api, remove(`${getTokensPath(api)}/${(await createToken(api)).id}`)),
  },
  costs: {
    'revoke a token': {
      prepare: async (api) =>
        await asAdmin(api, remove(`${getTokensPath(api)}/${(await createToken(api)).id}`)),
      commands: ['QueryCommand', 'UpdateItemCommand'],
      readUnits: 0.5,
      writeUnits: 3,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 750 },
    },
  },
  async readBack(taken) {
    const revoked = taken.received.token as Json;
    if (revoked.revokedAt === null) throw new Error('A revoked token has no time of revocation');
    // The token is on the first page, unless the run has created more than a page of tokens since.
    const { tokens } = await readBody<{ tokens: Json[] }>(
      taken,
      `${taken.path.replace(/\/[^/]*$/, '')}?limit=100`,
    );
    const listed = tokens.find(({ id }) => id === revoked.id);
    if (listed) expectSame('token', listed, revoked);
  },
  isIdempotent: true,
};
