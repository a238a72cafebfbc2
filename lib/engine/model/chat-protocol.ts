import type { BUBBLE_TYPES } from '#lib/blocks/block-lists.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/* Types the engine exchanges with chat clients. The endpoint contracts define the matching schemas. */

/** A respondent's message. */
export type Reply =
  | { type: 'text'; text: string; metadata?: { replyId?: string }; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string; attachedFileUrls?: string[] }
  | { type: 'command'; command: string };

export type TextFormat = 'richText' | 'markdown';

/** A rich text node: an element with children, or a leaf with `text` and marks. */
export type RichTextNode = JsonObject;

export type Message = {
  /** Id of the block shown, or of the input that asks again. */
  id: string;
  /** `custom-embed` is shown by a block of another family. */
  type: (typeof BUBBLE_TYPES)[number]['type'] | 'custom-embed';
  content: JsonObject;
};

/** An input as sent to the client, with templates filled in and runtime-only fields added. */
export type ShownInput = JsonObject & {
  id: string;
  type: string;
  options?: JsonObject;
  items?: JsonObject[];
  prefilledValue?: string;
  runtimeOptions?: JsonObject;
};

/**
 * An action for the client to perform. With `expectsDedicatedReply`, the flow waits for the client to report
 * the outcome.
 */
export type ClientAction = JsonObject & {
  type: string;
  lastBubbleBlockId?: string;
  expectsDedicatedReply?: boolean;
};

/** Code for the client to run. `content` refers to variables by id, and `args` holds their values. */
export type ClientScript = {
  content: string;
  args: { id: string; value: unknown }[];
  isCode?: boolean;
  isUnsafe?: boolean;
};

export type ChatLog = {
  /** Defaults to "error". */
  status?: 'error' | 'info' | 'success';
  description: string;
  /** Truncated to 1,000 characters when stored. */
  details?: string;
  context?: string;
  /**
   * Whether `details` quote another service. Such details are for the bot's owner and are not sent to
   * respondents.
   */
  hasPrivateDetails?: true;
};
