import type { ChatState } from '#lib/engine/model/chat-state.ts';
import type { LastTurn } from './last-turn.ts';

/** One respondent's conversation. Anyone who has its id may continue the chat and send logs. */
export type Session = {
  id: string;
  botId: string;
  workspaceId: string;
  /** Absent in previews, and if the bot has not asked anything. */
  resultId?: string;
  /** Origins that the bot's settings allowed when the chat began. An empty list allows all. */
  allowedOrigins: string[];
  createdAt: string;
  expiresAt: Date;
};

/** A session that can be continued. `turn` counts its turns and serves as the optimistic lock. */
export type OpenSession = Session & { state: ChatState; turn: number; lastTurn?: LastTurn };

/** A session that is over. */
export type EndedSession = Session & { state?: undefined; lastTurn?: LastTurn };
