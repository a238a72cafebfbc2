import * as z from 'zod';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';

export const restoreReleaseContract = defineEndpoint({
  id: 'restore-release',
  method: 'POST',
  path: '/v1/bots/{botId}/releases/{release}/restore',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Restore a release',
  description:
    'Makes a release the draft again, the whole document with its name. What is published, the publicId and the ' +
    'custom domain stay. A draft that is no release yet is kept as the next one first, which `keptAsRelease` names ' +
    'and which is not published. Restoring what the draft is already changes nothing.',
  request: { params: z.object({ botId: z.string(), release: z.string() }) },
  response: z.object({ bot, keptAsRelease: z.int().min(1).optional() }),
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
