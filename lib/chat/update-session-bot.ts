import { readBotHead } from '#lib/bots/store/draft-store.ts';
import type { Frame } from '#lib/engine/model/chat-state.ts';
import { Variables } from '#lib/engine/model/variables.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { ConditionFailedError, transact } from '#lib/platform/store/dynamodb.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { requireRunningChat } from './require-running-chat.ts';
import { readOpenSession, sessionNotFound, turnWrite } from './store/session-store.ts';
import { getTurnId } from './store/turn-id.ts';

/**
 * Moves a conversation to the current releases of its bot and of the linked bots in progress. Variables keep
 * their values, and new ones are added. The settings beside the flows are the current ones, too.
 *
 * @throws NOT_FOUND if the session is unknown or belongs to another workspace, or if the bot is not
 *   published; CONFLICT if the bot no longer has the waiting block, or if a reply was accepted concurrently
 */
export async function updateSessionBot(sessionId: string, caller: Caller): Promise<void> {
  const session = await readOpenSession(sessionId);
  if (!session) throw sessionNotFound();
  requireRole(session.workspaceId, 'editor', sessionNotFound, caller);
  await requireRunningChat(session);
  // A preview always runs the current draft.
  if (session.state.isPreview) return;

  const frames = session.state.frames;
  const [running, ...waiting] = await Promise.all(
    frames.map((frame, index) => updateFrame(frame, { isMain: index === frames.length - 1 })),
  );
  if (!running) return;
  const { waitingBlockId } = session.state;
  const flow = await readReleasedFlow(running.botId, running.release ?? 0);
  if (waitingBlockId !== undefined && !flow?.positionsByBlockId.has(waitingBlockId)) throw waitingBlockGone();
  try {
    await transact([
      turnWrite(session, {
        state: { ...session.state, frames: [running, ...waiting] },
        expiresAt: session.expiresAt,
        resultId: undefined,
        // The question is still the same, so a reply to it still counts.
        lastTurn: { ...session.lastTurn, turn: session.turn + 1, id: getTurnId(session) },
      }),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (!error.item) throw sessionNotFound();
    throw new ServiceError('CONFLICT', 'A reply was accepted at the same time; please try again');
  }
}

/**
 * Moves a bot's frame to the bot's current release. A linked bot that is no longer published keeps its old
 * release, because the bot that links to it still needs it.
 */
async function updateFrame(frame: Frame, { isMain }: { isMain: boolean }): Promise<Frame> {
  const found = await readBotHead(frame.botId);
  const release = found?.head.published?.release;
  const flow = release === undefined ? undefined : await readReleasedFlow(frame.botId, release);
  if (!flow || release === undefined) {
    if (isMain) throw new ServiceError('NOT_FOUND', 'The bot is not published');
    return frame;
  }
  const known = new Set(frame.variables.map(({ id }) => id));
  // New variables of a linked bot start without their default values, just as when the link is followed.
  const added = flow.variables
    .filter(({ id }) => !known.has(id))
    .map(({ value, ...variable }) => ({ ...variable, ...(isMain && value !== undefined && { value }) }));
  const { webhookReplies: _, ...kept } = frame;
  return {
    ...kept,
    release,
    ...(found?.head.webhookReplies === 'text' && { webhookReplies: 'text' as const }),
    variables: [...new Variables([...frame.variables, ...added]).list],
  };
}
