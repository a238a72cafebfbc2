import * as z from 'zod';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

/** Longer texts would not fit into a variable. */
const MAX_TEXT_CHARS = 50_000;
const MAX_URL_CHARS = 10_000;
const MAX_FILES = 100;

/** Maximum total characters of all URLs, which are stored with the answer in one item of up to 400 KB. */
const MAX_FILES_CHARS = 50_000;

const address = text.max(MAX_URL_CHARS);
const attachedFileUrls = z
  .array(address)
  .max(MAX_FILES)
  .refine((urls) => urls.reduce((sum, url) => sum + url.length, 0) <= MAX_FILES_CHARS, {
    message: `Too big: expected at most ${MAX_FILES_CHARS} characters in total`,
  })
  .optional();
const said = text.max(MAX_TEXT_CHARS);

/** A message as sent by a client. A plain string is shorthand for a message of type "text". */
export const sentMessage = z.union([
  said,
  z.looseObject({
    type: z.literal('text'),
    text: said,
    /** `replyId` is the id of the chosen item and takes precedence over the text. */
    metadata: z.looseObject({ replyId: address.optional() }).optional(),
    attachedFileUrls,
  }),
  z.looseObject({ type: z.literal('audio'), url: address, attachedFileUrls }),
  z.looseObject({ type: z.literal('command'), command: address }),
]);

export type SentMessage = z.output<typeof sentMessage> | null | undefined;

/** Converts a message to the engine's reply. Null and undefined mean no reply; an empty text is a reply. */
export function toReply(message: SentMessage): Reply | undefined {
  if (message === undefined || message === null) return undefined;
  if (typeof message === 'string') return { type: 'text', text: message };
  if (message.type === 'command') return { type: 'command', command: message.command };
  const { attachedFileUrls: files } = message;
  const withFiles = files && { attachedFileUrls: files };
  if (message.type === 'audio') return { type: 'audio', url: message.url, ...withFiles };
  const replyId = message.metadata?.replyId;
  return {
    type: 'text',
    text: message.text,
    ...(replyId !== undefined && { metadata: { replyId } }),
    ...withFiles,
  };
}
