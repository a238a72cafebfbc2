import * as z from 'zod';
import { settings, theme } from '#lib/bots/document/bot-schema.ts';
import { jsonOfTexts, text } from '#lib/validation/text-schema.ts';
import { sentMessage } from './sent-message.ts';

/*
 * What chat clients send and receive. Unknown fields of blocks, messages and actions are passed through,
 * because clients know more of them than this service does.
 */

export const textBubbleContentFormat = z.enum(['richText', 'markdown']).optional();

/**
 * Clients also send all query parameters of their page here. Common servers read at most a thousand of those
 * (https://www.php.net/manual/en/info.configuration.php#ini.max-input-vars, `parameterLimit` of Express).
 */
const MAX_PREFILLED_VARIABLES = 1_000;

export const prefilledVariables = z
  .record(text, jsonOfTexts)
  .refine((values) => Object.keys(values).length <= MAX_PREFILLED_VARIABLES, {
    error: `Expected ${MAX_PREFILLED_VARIABLES} variables at most`,
  })
  .meta({ maxProperties: MAX_PREFILLED_VARIABLES })
  .optional();

/** Fields that a chat and a preview are both started with. */
export const startFields = {
  /** Answers the first input if the bot asks before it says anything. */
  message: sentMessage.optional(),
  isStreamEnabled: z.boolean().optional(),
  /** Opens the session without running the flow. The flow begins with the first continueChat. */
  isOnlyRegistering: z.boolean().optional(),
  /** Values by variable name. Names that the bot does not have are ignored. */
  prefilledVariables,
  textBubbleContentFormat,
};

const message = z.looseObject({
  id: z.string(),
  type: z.enum(['text', 'image', 'video', 'audio', 'embed', 'custom-embed']),
  content: z.looseObject({}),
});

/** The block that waits for a reply, with the variables in its texts filled in. */
const input = z.looseObject({
  id: z.string(),
  type: z.string(),
  options: z.looseObject({}).optional(),
  items: z.array(z.looseObject({})).optional(),
  prefilledValue: z.string().optional(),
  runtimeOptions: z.looseObject({}).optional(),
});

/** Something for the client to do. If it expects a dedicated reply, the flow waits for the outcome. */
const clientSideAction = z.looseObject({
  type: z.string(),
  lastBubbleBlockId: z.string().optional(),
  expectsDedicatedReply: z.boolean().optional(),
});

const chatLog = z.object({
  status: z.enum(['error', 'info', 'success']).optional(),
  description: z.string(),
  details: z.string().optional(),
  context: z.string().optional(),
});

const turnFields = {
  messages: z.array(message),
  input: input.optional(),
  clientSideActions: z.array(clientSideAction).optional(),
  logs: z.array(chatLog).optional(),
  /** The reply as it was stored, if that differs from what was sent. Example: a date in the bot's format. */
  lastMessageNewFormat: z.string().optional(),
  dynamicTheme: z
    .object({
      hostAvatarUrl: z.string().optional(),
      guestAvatarUrl: z.string().optional(),
      backgroundUrl: z.string().optional(),
    })
    .optional(),
  /** Percentage, 0 to 100. */
  progress: z.number().optional(),
};

export const turnResponse = z.object(turnFields);

export const startResponse = z.object({
  sessionId: z.string(),
  /** Present while the bot waits for the respondent. */
  resultId: z.string().optional(),
  bot: z.object({
    id: z.string(),
    version: z.string(),
    theme,
    settings: settings.pick({ general: true, typingEmulation: true }),
    publishedAt: z.iso.datetime({ offset: true }).optional(),
  }),
  ...turnFields,
});
