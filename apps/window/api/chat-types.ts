import type * as z from 'zod';
import type { startResponse, turnResponse } from '#lib/chat/chat-schema.ts';

/* Responses of the chat API, typed by its schemas. */

export type Turn = z.output<ReturnType<typeof turnResponse>>;
export type StartedChat = z.output<ReturnType<typeof startResponse>>;
export type Message = Turn['messages'][number];
export type ShownInput = NonNullable<Turn['input']>;
export type ClientAction = NonNullable<Turn['clientSideActions']>[number];
export type DynamicTheme = NonNullable<Turn['dynamicTheme']>;
export type Settings = StartedChat['bot']['settings'];

/** A reply to send. Undefined continues the conversation without one. */
export type SentReply =
  | { type: 'text'; text: string; metadata?: { replyId: string }; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string }
  | { type: 'command'; command: string };

/** A reply, with the text and pictures shown for it in the conversation. */
export type GivenReply = { message: SentReply | undefined; label: string; pictureUrls?: string[] };

/** A reply on its way to the service. One of a client-side action or an embed is not shown. */
export type PendingReply = Pick<GivenReply, 'message'> & Partial<GivenReply>;
