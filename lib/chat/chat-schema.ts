import * as z from 'zod';
import { settings, theme } from '#lib/bots/document/bot-schema.ts';
import { jsonOfTexts, text } from '#lib/validation/text-schema.ts';
import { sentMessage } from './sent-message.ts';

/*
 * What clients of a chat send and get. Whatever else a block, message or action has goes along: clients know more of it
 * than this service does.
 */

export const textBubbleContentFormat = z.enum(['richText', 'markdown']).optional();

/**
 * Clients send the query parameters of their page, too: a thousand is what servers of the field read of these
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

/** What starting a chat and a preview have in common. */
export const startFields = {
  /** Answers the first input, where the bot asks before it says anything. */
  message: sentMessage.optional(),
  isStreamEnabled: z.boolean().optional(),
  /** Opens the session and says nothing yet: the flow begins with the first continueChat. */
  isOnlyRegistering: z.boolean().optional(),
  /** Values by name of the variable; names that the bot does not have are ignored. */
  prefilledVariables,
  textBubbleContentFormat,
};

const message = z.looseObject({
  id: z.string(),
  type: z.enum(['text', 'image', 'video', 'audio', 'embed', 'custom-embed']),
  content: z.looseObject({}),
});

/** The block that waits for a reply, with what it shows filled in. */
const input = z.looseObject({
  id: z.string(),
  type: z.string(),
  options: z.looseObject({}).optional(),
  items: z.array(z.looseObject({})).optional(),
  prefilledValue: z.string().optional(),
  runtimeOptions: z.looseObject({}).optional(),
});

/** Something for the client to do; where it expects a dedicated reply, the flow waits for what came of it. */
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
  /** What became of the reply, where it is not what was sent: a date in the bot's format, for one. */
  lastMessageNewFormat: z.string().optional(),
  dynamicTheme: z
    .object({
      hostAvatarUrl: z.string().optional(),
      guestAvatarUrl: z.string().optional(),
      backgroundUrl: z.string().optional(),
    })
    .optional(),
  /** From 0 to 100. */
  progress: z.number().optional(),
};

export const turnResponse = z.object(turnFields);

export const startResponse = z.object({
  sessionId: z.string(),
  /** There while something waits for the respondent. */
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
