import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeDocument } from '#functions/example-data.ts';
import { importableDocument } from '#lib/bots/document/bot-schema.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const checkBotContract = defineEndpoint({
  id: 'check-bot',
  method: 'POST',
  path: '/v1/bots/check',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Check a bot',
  description:
    'Reports errors and likely mistakes in the flow of a document, most severe first, and stores nothing. An ' +
    '`error` stops a chat or loses an answer, a `warning` is probably not intended, an `info` may well be. An ' +
    'import accepts the document regardless. With `workspaceId`, links to bots that the workspace does not have or ' +
    'has not published are reported, and credentials that are not stored there, or for other blocks. No secret is read for that. What ' +
    'could not be looked up is an `info`.',
  request: { body: z.object({ bot: importableDocument, workspaceId: text.optional() }) },
  response: () => z.object({ issues: z.array(flowIssue()) }),
  errors: [],
  table: { reads: ['BOT', 'HOST', 'CREDENTIALS'] },
  looksUpCredentials: true,
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: { bot: { ...makeDocument(), edges: [] } },
      response: {
        issues: [
          {
            severity: 'error',
            code: 'START_NOT_CONNECTED',
            path: 'bot.events',
            message: 'the start does not lead to a group',
          },
          {
            severity: 'warning',
            code: 'DANGLING',
            path: 'bot.events[0].outgoingEdgeId',
            message: 'refers to an edge that does not exist',
            id: 'start',
          },
        ],
      },
    },
    properties: {
      issues: 'Problems of the flow, the worst first',
      bot: 'The document to check',
    },
  };
}
