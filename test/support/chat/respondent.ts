import type { SentMessage } from '#lib/chat/sent-message.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** How the respondent replies: with the first or the last choice, or with an invalid reply first. */
export type Manner = 'first choice' | 'last choice' | 'invalid first';

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
  switch (type) {
    case 'number input':
      return String(numberWithin(options));
    case 'email input':
      return 'Ada@Example.com';
    case 'url input':
      return 'https://example.com/page';
    case 'phone number input':
      return '+33612345678';
    case 'date input':
      return options.isRange === true ? '2027-01-10 to 2027-01-20' : '2027-01-10';
    case 'time input':
      return '10:30';
    case 'rating input':
      return String(manner === 'last choice' ? Number(options.length) || 10 : Number(options.startsAt) || 1);
    case 'file input':
      return 'https://files.example.com/photo.png';
    case 'payment input':
      return 'Success';
    case 'choice input':
      return toText(item?.value, item?.content, item?.id);
    case 'picture choice input':
      return toText(item?.value, item?.title, item?.pictureSrc, item?.id);
    case 'cards':
      return toText(firstPath(item)?.id, item?.title, item?.id);
    default:
      return manner === 'last choice' ? 'no' : 'Ada Lovelace';
  }
}

function numberWithin({ min, max }: JsonObject): number {
  const [low, high] = [Number(min ?? 20), Number(max ?? 20)];
  if (min === undefined && max === undefined) return 20;
  return Number.isFinite(low) && min !== undefined ? low : high;
}

function firstPath(item: JsonObject | undefined): JsonObject | undefined {
  return Array.isArray(item?.paths) ? item.paths.find(isJsonObject) : undefined;
}

function toText(...candidates: unknown[]): string {
  return candidates.find((candidate) => typeof candidate === 'string' && candidate !== '')?.toString() ?? '';
}
