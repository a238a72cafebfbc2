import type { ChatState } from '#lib/engine/model/chat-state.ts';

/** One respondent's conversation. Its id is the capability: who has it may continue the chat and send logs. */
export type Session = {
  id: string;
  botId: string;
  workspaceId: string;
  /** Absent in previews, and where a bot asked nothing: there is no result then. */
  resultId?: string;
  /** Origins, as browsers send them, from the bot's settings when the chat began. Empty: every origin may use it. */
  allowedOrigins: string[];
  createdAt: string;
  expiresAt: Date;
};

/** A session that can be continued, with the number of its turns so far, by which a turn knows that no other came between. */
export type OpenSession = Session & { state: ChatState; turn: number };
