import type { ChatState } from '#lib/engine/model/chat-state.ts';

/** One respondent's conversation. Whoever has its id may continue the chat and send logs. */
export type Session = {
  id: string;
  botId: string;
  workspaceId: string;
  /** Absent if the session has no result: in previews, and if the bot asked nothing. */
  resultId?: string;
  /** Origins that the bot's settings allowed when the chat began, as browsers send them. Empty allows all. */
  allowedOrigins: string[];
  createdAt: string;
  expiresAt: Date;
};

/** A session that can be continued. `turn` counts its turns, so that a turn notices if another came first. */
export type OpenSession = Session & { state: ChatState; turn: number };
