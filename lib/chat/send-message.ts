import type { Caller } from '#lib/platform/auth/access.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { continueChat } from './continue-chat.ts';
import type { SentMessage } from './sent-message.ts';
import { type StartedChat, type StartRequest, startChat } from './start-chat.ts';
import { startPreviewChat } from './start-preview-chat.ts';
import type { TracedResponse } from './store/last-turn.ts';
import { withoutNulls } from './without-nulls.ts';

type StartParams = Omit<StartRequest, 'message' | 'textBubbleContentFormat'> & {
  /** The publicId, or with `isPreview` the id of the bot. One of the two is there. */
  typebot?: string | null | undefined;
  publicId?: string | null | undefined;
  isPreview?: boolean | null | undefined;
  startGroupId?: string | null | undefined;
  startEventId?: string | null | undefined;
};

export type MessageRequest = {
  sessionId?: string | null | undefined;
  message?: SentMessage;
  turnId?: string | undefined;
  startParams?: StartParams | null | undefined;
};

type Circumstances = {
  origin: string | undefined;
  deadlineMs: number;
  /** Identifies who previews a bot. Throws UNAUTHORIZED. */
  identifyCaller: () => Promise<Caller>;
};

export type SentTurn = TracedResponse & Partial<Omit<StartedChat, 'bot'>> & { typebot?: StartedChat['bot'] };

/**
 * Continues the chat of a session, or starts one.
 *
 * @throws BAD_REQUEST without a session and start parameters, and whatever starting or continuing throws
 */
export async function sendMessage(
  { sessionId, message, turnId, startParams }: MessageRequest,
  circumstances: Circumstances,
): Promise<SentTurn> {
  if (typeof sessionId === 'string') {
    try {
      return await continueChat(sessionId, { message, turnId }, circumstances);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'NOT_FOUND') || !startParams) throw error;
    }
  }
  if (!startParams) throw badRequest('startParams', 'startParams is missing: there is no chat to continue');
  const { bot, ...turn } = await start(startParams, message, circumstances);
  return { ...turn, typebot: bot };
}

async function start(
  startParams: StartParams,
  message: SentMessage,
  circumstances: Circumstances,
): Promise<StartedChat & TracedResponse> {
  const { typebot, publicId, isPreview, startGroupId, startEventId, ...fields } = withoutNulls(startParams);
  const bot = typebot ?? publicId ?? '';
  const request = { ...fields, message };
  if (!isPreview) return await startChat(bot, request, circumstances);
  const startFrom = getStart(startGroupId, startEventId);
  const caller = await circumstances.identifyCaller();
  return await startPreviewChat(bot, { ...request, ...(startFrom && { startFrom }) }, circumstances, caller);
}

function getStart(groupId: string | undefined, eventId: string | undefined) {
  if (groupId !== undefined) return { type: 'group' as const, groupId };
  return eventId === undefined ? undefined : { type: 'event' as const, eventId };
}
