import { sendMessage } from '#lib/chat/send-message.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { identifyCaller } from '#lib/workspaces/tokens/identify-caller.ts';
import { sendMessageContract } from './send-message.contract.ts';

export const handler = endpointHandler(sendMessageContract, async ({ headers, body, deadlineMs }) => ({
  body: await sendMessage(body ?? {}, {
    origin: headers.origin,
    deadlineMs,
    identifyCaller: () => identifyCaller(headers.authorization),
  }),
}));
