import * as z from 'zod';
import { CHAT_NODE } from '#lib/blocks/integrations/chat-node.ts';
import { assignParts, responseMapping } from '#lib/engine/ai/completion.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { askServiceForJson } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, required, requiredSecret } from './action-block.ts';

export const chatNodeOptions = once(() =>
  z.object({
    botId: optionalText,
    threadId: optionalText,
    message: optionalText,
    responseMapping: responseMapping(),
  }),
);

/** Sends messages to a ChatNode bot: https://chatnode.ai/docs/developer-guides/endpoint/send-message */
export const chatNodeBlock = actionBlock({
  about: CHAT_NODE,
  options: chatNodeOptions,
  actions: {
    'Send Message': {
      doing: 'While sending message to ChatNode',
      async run({ botId, threadId, message, responseMapping: mapping }, { context, credentials }) {
        const apiKey = requiredSecret(credentials, 'apiKey');
        const response = await askServiceForJson(
          {
            url: `https://api.public.chatnode.ai/v1/${encodeURIComponent(required(botId, 'No bot provided'))}`,
            credentials: { authorization: `Bearer ${apiKey}` },
            json: {
              message: required(message, 'No message provided'),
              ...(threadId !== undefined && { chat_session_id: threadId }),
            },
          },
          context.ports,
        );
        assignParts(mapping, { Message: response.message, 'Thread ID': response.chat_session_id }, context);
        return undefined;
      },
    },
  },
});
