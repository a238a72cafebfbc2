import { createDomainRequest } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: { 'a name': async (api) => await createDomainRequest(api) },
  costs: {
    'register a custom domain': {
      prepare: async (api) => await createDomainRequest(api),
      commands: ['PutItemCommand'],
      writeUnits: 3,
      assumed: { ms: 40, bytesSent: 600 },
    },
  },
  async readBack(taken) {
    const { name } = taken.received.customDomain as Json;
    const { customDomain } = await readBody<{ customDomain: Json }>(taken, `${taken.path}/${name}/verify`);
    expectSame('customDomain', customDomain, taken.received.customDomain);
  },
  isIdempotent: true,
  looseSchema: { because: 'the operator decides which names there are' },
};
