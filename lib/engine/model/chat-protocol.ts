import type { JsonObject } from '#lib/json/json-object.ts';

/*
 * The engine's types for what respondents' clients send and get. The endpoints' contracts define the same as
 * schemas.
 */

/** What a respondent sends. */
export type Reply =
  | { type: 'text'; text: string; metadata?: { replyId?: string }; attachedFileUrls?: string[] }
  | { type: 'audio'; url: string; attachedFileUrls?: string[] }
  | { type: 'command'; command: string };

export type TextFormat = 'richText' | 'markdown';

/** A node of rich text: an element with children, or a leaf with `text` and marks. */
export type RichTextNode = JsonObject;

export type Message = {
  /** Id of the block that is shown, or of the input whose retry text this is. */
  id: string;
  type: 'text' | 'image' | 'video' | 'audio' | 'embed' | 'custom-embed';
  content: JsonObject;
};

/**
 * The block that waits for a reply, as it is shown: with its templates filled in and with the fields that
 * exist only at run time.
 */
export type ShownInput = JsonObject & {
  id: string;
  type: string;
  options?: JsonObject;
  items?: JsonObject[];
  prefilledValue?: string;
  runtimeOptions?: JsonObject;
};

/**
 * Something for the client to do. If it has `expectsDedicatedReply`, the flow waits until the client reports
 * the outcome.
 */
export type ClientAction = JsonObject & {
  type: string;
  lastBubbleBlockId?: string;
  expectsDedicatedReply?: boolean;
};

/**
 * Code for the client to run. `content` refers to each variable by an id, and `args` gives the value for each
 * id.
 */
export type ClientScript = {
  content: string;
  args: { id: string; value: unknown }[];
  isCode?: boolean;
  isUnsafe?: boolean;
};

export type ChatLog = {
  /** Stored as "error" if absent. */
  status?: 'error' | 'info' | 'success';
  description: string;
  /** At most 1,000 characters of it are stored. */
  details?: string;
  context?: string;
  /**
   * Whether `details` quote another service. These are meant for the bot's owner, so respondents do not get
   * them.
   */
  hasPrivateDetails?: true;
};
