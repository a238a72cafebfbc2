import type { Trace } from '#lib/engine/model/turn-trace.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';

/** A response as sent to a client. `turnId` names the turn that waits for a reply. */
export type TurnResponse = ChatResponse & { turnId?: string };

/** A response with the steps that led to it, if the chat is a preview. */
export type TracedResponse = TurnResponse & { trace?: Trace };

/** The latest turn, kept so that a client that lost its response gets it again. */
export type LastTurn = {
  /** The session's count when this was stored. Another count means that an older release has written since. */
  turn: number;
  /** Id of the turn that now waits for a reply. */
  id: string;
  /** Id of the turn that the reply answered. */
  answeredId?: string;
  /** Hash of the reply. */
  reply?: string;
  /** Absent if it is too large to be kept. */
  response?: TurnResponse;
};
