import { sendMessageContract } from '#lib/chat/contracts/send-message.ts';
import { sendMessage } from '#lib/chat/send-message.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';
import { identifyCaller } from '#lib/tokens/identify-caller.ts';

export const handler = endpointHandler(sendMessageContract, async ({ headers, body, deadlineMs }) => ({
  body: await sendMessage(body ?? {}, {
    origin: headers.origin,
    deadlineMs,
    identifyCaller: () => identifyCaller(headers.authorization),
  }),
}));
