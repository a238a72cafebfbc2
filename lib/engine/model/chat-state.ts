import type { Target } from './chat-flow.ts';
import type { Reply } from './chat-protocol.ts';
import type { ChatVariable } from './variables.ts';

/** A bot that is running, or that waits for one it linked to. */
export type Frame = {
  botId: string;
  /** Absent in a preview, which always runs the draft. */
  release?: number;
  /** Where answers go; absent in a preview. */
  resultId?: string;
  /** Where the flow has not begun yet: then the result is not stored yet either. */
  isResultNew?: true;
  /** Of a result that is taken up again after it was completed. */
  isResultCompleted?: true;
  variables: ChatVariable[];
  /** By name of the variable or of the group, the last of each name: what an HTTP request sends by default. */
  answers: AnswerEntry[];
  /** Where to go on when there is no edge to follow, next first. */
  queue: Target[];
  /** Whether answers and variables become the parent's when this bot ends. */
  isMergingWithParent?: boolean;
};

export type AnswerEntry = { key: string; value: string };

/** Where a Return block goes back to. */
export type ReturnMark = {
  botId: string;
  blockId: string;
  /** The reply that a reply event interrupted: taken up once the flow is back at its input. */
  resumeWith?: Reply;
  /** Whether the flow is on its way back with `resumeWith`. */
  isCalled?: true;
};

/** A conversation between two turns: all that the next turn needs beside the flow itself. */
export type ChatState = {
  /** The one that runs is first; those it was linked from follow. */
  frames: [Frame, ...Frame[]];
  /** The block that waits. Absent before the flow has begun. */
  waitingBlockId?: string;
  returnMark?: ReturnMark;
  isPreview: boolean;
  isStreamEnabled?: boolean;
  /** Answers so far; absent where no progress is shown. */
  progress?: { totalAnswers: number };
  /** Templates of the theme that have to be filled in again every turn. */
  dynamicTheme?: { hostAvatarUrl?: string; guestAvatarUrl?: string; backgroundUrl?: string };
  /** What was said so far; kept only for bots that ask for it. */
  transcript?: TranscriptEntry[];
};

export type TranscriptEntry = { role: 'bot' | 'user'; text: string };
