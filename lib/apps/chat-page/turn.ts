import type * as z from 'zod';
import type { startResponse, turnResponse } from '#lib/chat/chat-schema.ts';

/* Responses of the chat API, typed by its own schemas. */

export type Turn = z.output<typeof turnResponse>;
export type StartedChat = z.output<typeof startResponse>;
export type Message = Turn['messages'][number];
export type ShownInput = NonNullable<Turn['input']>;
export type ClientAction = NonNullable<Turn['clientSideActions']>[number];
export type DynamicTheme = NonNullable<Turn['dynamicTheme']>;
export type Settings = StartedChat['bot']['settings'];

/** A reply that the page sends. Undefined continues without one. */
export type SentReply =
  | { type: 'text'; text: string; metadata?: { replyId: string }; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string };

/** A reply, and what the respondent sees of it. */
export type GivenReply = { message: SentReply | undefined; label: string; pictureUrls?: string[] };
