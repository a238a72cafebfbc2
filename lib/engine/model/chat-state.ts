import type { Target } from './chat-flow.ts';
import type { Reply } from './chat-protocol.ts';
import type { ChatVariable } from './variables.ts';

/** A bot that is running, or that waits for a bot it linked to. */
export type Frame = {
  botId: string;
  /** Absent in a preview, which always runs the draft. */
  release?: number;
  /** The result that answers are stored in. Absent in a preview. */
  resultId?: string;
  /** Set while the flow has not begun. The result is not stored yet either. */
  isResultNew?: true;
  /** Set if an earlier conversation completed the result, and this one continues it. */
  isResultCompleted?: true;
  variables: ChatVariable[];
  /**
   * The latest answer for each key, which is the name of a variable or the title of a group. HTTP requests
   * send these by default.
   */
  answers: AnswerEntry[];
  /** Where to continue when there is no edge to follow. The next place comes first. */
  queue: Target[];
  /** Whether answers and variables are merged into the parent's when this bot ends. */
  isMergingWithParent?: boolean;
};

export type AnswerEntry = { key: string; value: string };

/** Where a Return block goes back to. */
export type ReturnMark = {
  botId: string;
  blockId: string;
  /** The reply that a reply event interrupted. The input gets it as soon as the flow is back. */
  resumeWith?: Reply;
  /** Whether the flow is on its way back with `resumeWith`. */
  isCalled?: true;
};

/** A conversation between two turns: everything that the next turn needs apart from the flows themselves. */
export type ChatState = {
  /** The running bot first, then the bots that linked to it, nearest first. */
  frames: [Frame, ...Frame[]];
  /** The block that waits. Absent before the flow has begun. */
  waitingBlockId?: string;
  returnMark?: ReturnMark;
  isPreview: boolean;
  isStreamEnabled?: boolean;
  /** Number of answers so far. Absent if no progress is shown. */
  progress?: { totalAnswers: number };
  /** Templates in the theme that are filled in again every turn. */
  dynamicTheme?: { hostAvatarUrl?: string; guestAvatarUrl?: string; backgroundUrl?: string };
  /** What was said so far. Kept only for bots that ask for it. */
  transcript?: TranscriptEntry[];
};

export type TranscriptEntry = { role: 'bot' | 'user'; text: string };
