import * as z from 'zod';
import { BUBBLE_TYPES } from '#lib/blocks/block-lists.ts';
import { settings, theme } from '#lib/bots/document/bot-schema.ts';
import { once } from '#lib/platform/validation/once.ts';
import { jsonOfTexts, text } from '#lib/platform/validation/text-schema.ts';
import { sentMessage } from './sent-message.ts';

/*
 * Schemas for the requests and responses of chat clients. Unknown fields of blocks, messages and actions are
 * passed through, because clients may understand fields that this service does not.
 */

export const textBubbleContentFormat = z.enum(['richText', 'markdown']).nullish();

/**
 * Clients also pass on all query parameters of their page here. Common servers accept at most a thousand
 * (https://www.php.net/manual/en/info.configuration.php#ini.max-input-vars, Express's `parameterLimit`).
 */
const MAX_PREFILLED_VARIABLES = 1_000;

export const prefilledVariables = z
  .union([
    z
      .record(text, jsonOfTexts)
      .refine((values) => Object.keys(values).length <= MAX_PREFILLED_VARIABLES, {
        error: `Expected at most ${MAX_PREFILLED_VARIABLES} variables`,
      })
      .meta({ maxProperties: MAX_PREFILLED_VARIABLES }),
    // PHP's empty object.
    z.array(z.never()).max(0),
  ])
  .nullish();

/** Request fields shared by startChat and its preview variant. */
export const startFields = {
  /** Answers the first input if the bot has shown no message before it. */
  message: sentMessage.nullish(),
  isStreamEnabled: z.boolean().nullish(),
  /** Creates the session without running the flow, which then begins with the first continueChat. */
  isOnlyRegistering: z.boolean().nullish(),
  /** Values by variable name. Unknown names are ignored. */
  prefilledVariables,
  textBubbleContentFormat,
};

const message = once(() =>
  z.looseObject({
    id: z.string(),
    type: z.enum([...BUBBLE_TYPES.map((bubble) => bubble.type), 'custom-embed']),
    content: z.looseObject({}),
  }),
);

/** The block waiting for a reply, with the variables in its texts filled in. */
const input = once(() =>
  z.looseObject({
    id: z.string(),
    type: z.string(),
    options: z.looseObject({}).optional(),
    items: z.array(z.looseObject({})).optional(),
    prefilledValue: z.string().optional(),
    runtimeOptions: z.looseObject({}).optional(),
  }),
);

/** An action for the client to perform. With `expectsDedicatedReply`, the flow waits for its outcome. */
const clientSideAction = once(() =>
  z.looseObject({
    type: z.string(),
    lastBubbleBlockId: z.string().optional(),
    expectsDedicatedReply: z.boolean().optional(),
  }),
);

const chatLog = once(() =>
  z.object({
    status: z.enum(['error', 'info', 'success']).optional(),
    description: z.string(),
    details: z.string().optional(),
    context: z.string().optional(),
  }),
);

const turnFields = once(() => ({
  messages: z.array(message()),
  input: input().optional(),
  clientSideActions: z.array(clientSideAction()).optional(),
  logs: z.array(chatLog()).optional(),
  /** The reply as stored, if it differs from what was sent, such as a date in the bot's format. */
  lastMessageNewFormat: z.string().optional(),
  dynamicTheme: z
    .object({
      hostAvatarUrl: z.string().optional(),
      guestAvatarUrl: z.string().optional(),
      backgroundUrl: z.string().optional(),
    })
    .optional(),
  /** Progress through the flow in percent, 0 to 100. */
  progress: z.number().optional(),
  /** Id of the turn that waits for a reply. continueChat returns it to clients that send one. */
  turnId: z.string().optional(),
}));

export const turnResponse = once(() => z.object(turnFields()));

export const startResponse = once(() =>
  z.object({
    sessionId: z.string(),
    /** Present if the bot is waiting for a reply. */
    resultId: z.string().optional(),
    bot: z.object({
      id: z.string(),
      version: z.string(),
      theme: theme(),
      settings: settings().pick({ general: true, typingEmulation: true }),
      publishedAt: z.iso.datetime({ offset: true }).optional(),
    }),
    ...turnFields(),
  }),
);
