import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeFlow, makeRelease } from '#functions/example-data.ts';
import { flowFields } from '#lib/bots/document/bot-schema.ts';
import { release } from '#lib/bots/publication/release-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const getReleaseContract = defineEndpoint({
  id: 'get-release',
  method: 'GET',
  path: '/v1/bots/{botId}/releases/{release}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a release',
  description:
    'Returns the flow of a release in its stored version: what respondents see while it is published.',
  request: { params: z.object({ botId: z.string(), release: z.string() }) },
  response: () => z.object({ release: z.strictObject({ ...release(), botId: z.string(), ...flowFields() }) }),
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID, release: '2' },
      response: { release: { ...makeRelease(), botId: BOT_ID, ...makeFlow() } },
    },
  };
}
