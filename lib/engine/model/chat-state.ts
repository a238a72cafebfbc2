import type { Target } from './chat-flow.ts';
import type { Reply } from './chat-protocol.ts';
import type { TypedPartsById } from './typed-text.ts';
import type { ChatVariable } from './variables.ts';

/** A bot that is running or waiting for a bot it linked to. */
export type Frame = {
  botId: string;
  /** Absent in previews, which always run the draft. */
  release?: number;
  /** Result that answers are stored in. Absent in previews. */
  resultId?: string;
  /** Set until the flow starts. The result is not stored before that. */
  isResultNew?: true;
  /** Set if this conversation resumes a result that an earlier one completed. */
  isResultCompleted?: true;
  variables: ChatVariable[];
  /**
   * Parts that respondents typed, for variables whose value Markdown could change. Beside the variables, so that a
   * release that does not know of it drops it instead of keeping it for other values. Absent if empty.
   */
  typedParts?: TypedPartsById;
  /** Latest answer per variable name or group title. HTTP requests send these by default. */
  answers: AnswerEntry[];
  /** Where to continue when there is no edge to follow, next target first. */
  queue: Target[];
  /** Set if the bot takes replies to Listen blocks as text only, as of when the chat or the link began. */
  webhookReplies?: 'text';
  /** Whether this bot's answers and variables are merged into its parent's when it ends. */
  isMergingWithParent?: boolean;
};

export type AnswerEntry = { key: string; value: string };

/** Where a Return block jumps back to. */
export type ReturnMark = {
  botId: string;
  blockId: string;
  /** Reply interrupted by a reply event. It is passed to the input once the flow returns. */
  resumeWith?: Reply;
  /** Whether the flow is currently returning with `resumeWith`. */
  isCalled?: true;
};

/** State of a conversation between turns: everything the next turn needs except the flows. */
export type ChatState = {
  /** The running bot, followed by the bots that linked to it, innermost first. */
  frames: [Frame, ...Frame[]];
  /** Block waiting for a reply. Absent until the flow starts. */
  waitingBlockId?: string;
  returnMark?: ReturnMark;
  isPreview: boolean;
  isStreamEnabled?: boolean;
  /** Number of answers so far. Absent if the bot shows no progress. */
  progress?: { totalAnswers: number };
  /** Theme templates that are rendered again on every turn. */
  dynamicTheme?: { hostAvatarUrl?: string; guestAvatarUrl?: string; backgroundUrl?: string };
  /** The conversation so far. Kept only for bots that use it. */
  transcript?: TranscriptEntry[];
};

export type TranscriptEntry = { role: 'bot' | 'user'; text: string };
