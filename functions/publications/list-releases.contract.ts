import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, CURSOR, makeRelease } from '#functions/example-data.ts';
import { listPage } from '#functions/list-page.ts';
import { release } from '#lib/bots/publication/release-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const listReleasesContract = defineEndpoint({
  id: 'list-releases',
  method: 'GET',
  path: '/v1/bots/{botId}/releases',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List the releases of a bot',
  description:
    'Returns a page of the releases, newest first, without their documents. `publishedAt` is null for a release ' +
    'that was never published: a draft that was kept when a release was restored or a document imported over ' +
    'it. The last page has no `nextCursor`. New releases appear in the list after a moment.',
  request: { params: z.object({ botId: z.string() }), query: z.object(listPage) },
  response: () =>
    z.object({
      releases: z.array(z.object({ ...release(), isPublished: z.boolean() })),
      nextCursor: z.string().optional(),
    }),
  errors: [],
  table: { reads: ['BOT'], lists: ['releases'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: { limit: '1' },
      response: { releases: [{ ...makeRelease(), isPublished: true }], nextCursor: CURSOR },
    },
  };
}
