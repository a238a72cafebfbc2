import * as z from 'zod';
import { importableDocument } from '#lib/bots/document/bot-schema.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/http/contract.ts';

export const checkBotContract = defineEndpoint({
  id: 'check-bot',
  method: 'POST',
  path: '/v1/bots/check',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Check a bot',
  description:
    'Says what is wrong, or looks wrong, with the flow of a document, the worst first, and stores nothing. An ' +
    '`error` breaks a conversation off, a `warning` is probably not meant so, an `info` may well be. An import takes ' +
    'the document all the same.',
  request: { body: z.object({ bot: importableDocument }) },
  response: z.object({ issues: z.array(flowIssue) }),
  errors: [],
  table: { reads: [] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
