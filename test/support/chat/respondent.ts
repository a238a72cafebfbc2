import type { InputName } from '#lib/blocks/input-types.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import { INPUT_EXAMPLES, type Manner } from './input-examples.ts';

/** A reply that every input rejects, except text inputs and inputs that offer it as a choice. */
export const INVALID_REPLY = '???';

/** Returns a plausible reply to a turn, from the respondent or the client. The turn must be waiting for one. */
export function replyTo({ input, clientSideActions = [] }: ChatResponse, manner: Manner): SentMessage {
  if (input) return answerTo(input, manner);
  switch (clientSideActions.find(({ expectsDedicatedReply }) => expectsDedicatedReply)?.type) {
    case 'setVariable':
      return 'desktop';
    case 'listenForWebhook':
      return '{"data":{"name":"Ada"}}';
    case 'httpRequestToExecute':
      return '{"statusCode":200,"data":{"name":"Ada","list":[1,2]}}';
    case 'streamOpenAiChatCompletion':
    case 'stream':
      return 'A streamed text';
    default:
      // The turn is waiting for a pause to end, or for an embed that sends no data.
      return undefined;
  }
}

function answerTo(
  { type, options = {}, items = [] }: NonNullable<ChatResponse['input']>,
  manner: Manner,
): string {
  const item = manner === 'last choice' ? items.at(-1) : items[0];
  return INPUT_EXAMPLES[type as InputName].reply({ options, item, manner });
}
