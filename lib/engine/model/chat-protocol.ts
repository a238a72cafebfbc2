import type { JsonObject } from '#lib/json/json-object.ts';

/*
 * What respondents' clients send and get, as the engine speaks it. The contracts of the endpoints say the same in
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
  /** Of the block, or of the input whose retry text it is. */
  id: string;
  type: 'text' | 'image' | 'video' | 'audio' | 'embed' | 'custom-embed';
  content: JsonObject;
};

/** The block that waits for a reply, as it is shown: its templates filled in, and what only exists while it runs. */
export type ShownInput = JsonObject & {
  id: string;
  type: string;
  options?: JsonObject;
  items?: JsonObject[];
  prefilledValue?: string;
  runtimeOptions?: JsonObject;
};

/** Something for the client to do. Where it `expectsDedicatedReply`, the flow waits for what came of it. */
export type ClientAction = JsonObject & {
  type: string;
  lastBubbleBlockId?: string;
  expectsDedicatedReply?: boolean;
};

/** A code for the client to run: `content` names each variable by its id, which `args` gives a value. */
export type ClientScript = {
  content: string;
  args: { id: string; value: unknown }[];
  isCode?: boolean;
  isUnsafe?: boolean;
};

export type ChatLog = {
  /** Absent counts as "error" where it is stored. */
  status?: 'error' | 'info' | 'success';
  description: string;
  /** Text, at most 1,000 characters of it are kept. */
  details?: string;
  context?: string;
  /** Whether `details` are what another service said: its owner's business, and kept from respondents. */
  hasPrivateDetails?: true;
};
