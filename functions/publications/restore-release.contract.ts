import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeBot, UPDATED_AT } from '#functions/example-data.ts';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

export const restoreReleaseContract = defineEndpoint({
  id: 'restore-release',
  method: 'POST',
  path: '/v1/bots/{botId}/releases/{release}/restore',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Restore a release',
  description:
    'Makes a release the draft again: the whole document, including its name. The published copy, the publicId ' +
    'and the custom domain stay. If the old draft is not yet a release, it is first kept as the next one, ' +
    'unpublished; `keptAsRelease` is its number. If the draft already equals the release, nothing changes.',
  request: { params: z.object({ botId: z.string(), release: z.string() }) },
  response: () => z.object({ bot: bot(), keptAsRelease: z.int().min(1).optional() }),
  responseHeaders: ['ETag'],
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['BOT'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID, release: '2' },
      response: { bot: { ...makeBot(), updatedAt: UPDATED_AT }, keptAsRelease: 3 },
    },
  };
}
