import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { SESSION_ID } from '#functions/example-data.ts';
import { textBubbleContentFormat, turnResponse } from '#lib/chat/chat-schema.ts';
import { sentMessage } from '#lib/chat/sent-message.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { turnTrace } from './turn-trace-schema.ts';

export const continueChatContract = defineEndpoint({
  id: 'continue-chat',
  method: 'POST',
  path: '/v1/sessions/{sessionId}/continueChat',
  api: 'chat',
  auth: 'none',
  summary: 'Continue a chat',
  description:
    "Accepts a reply and returns the bot's next messages. Without `message`, a flow that is waiting for the client " +
    'continues, and an input asks again. If two replies are sent at the same time, one is accepted and the other gets ' +
    '409. Once a conversation is over, its session gets 404. To retry safely after a lost response, send the `turnId` of ' +
    'the response that asked: the reply is then accepted once, and sent again it gets the same response again. Any other ' +
    'reply to a turn that is over gets 409, and `isCatchingUp` then returns the turn that waits now. `waitingBlockId` is ' +
    'weaker, because a flow can ask with the same block twice. A turn of a preview has a `trace`, unless it is ' +
    'returned again.',
  request: {
    params: z.object({ sessionId: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    body: z
      .looseObject({
        message: sentMessage.nullish(),
        textBubbleContentFormat,
        /** Id of the block that the reply is for. If another block is waiting by now, the response is 409. */
        waitingBlockId: text.nullish(),
        /** `turnId` of the response that the reply answers. If the chat has moved on, the response is 409. */
        turnId: text.nullish(),
        /** Returns the latest turn again, and takes no reply. */
        isCatchingUp: z.boolean().nullish(),
      })
      .optional(),
  },
  /** Only a preview has a trace. */
  response: () => turnResponse().extend({ trace: turnTrace().optional() }),
  errors: ['FORBIDDEN', 'CONFLICT'],
  table: { reads: ['BOT', 'SESSION'], writes: ['SESSION', 'RESULT', 'LOGS', 'STATS', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { sessionId: SESSION_ID },
      body: { message: { type: 'text', text: 'Ada' }, textBubbleContentFormat: 'markdown' },
      response: {
        messages: [{ id: 'thanks', type: 'text', content: { type: 'markdown', markdown: 'Thanks!' } }],
        clientSideActions: [],
        logs: [],
        progress: 100,
      },
    },
    properties: {
      progress: 'How much of the flow is done, in percent',
      message: 'The reply. Without it, a flow that waits goes on, and an input asks again',
    },
  };
}
