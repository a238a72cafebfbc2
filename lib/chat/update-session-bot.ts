import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import type { Frame } from '#lib/engine/model/chat-state.ts';
import { Variables } from '#lib/engine/model/variables.ts';
import { waitingBlockGone } from '#lib/engine/turn/waiting-block-gone.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { ConditionFailed, transact } from '#lib/store/dynamodb.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { requireRunningChat } from './require-running-chat.ts';
import { readOpenSession, sessionNotFound, turnWrite } from './session-store.ts';

/**
 * Lets a conversation go on with what is published now: the bot, and those that it has linked to. Variables keep their
 * values, new ones are added.
 *
 * @throws NOT_FOUND for a session that is unknown or foreign, or a bot that is not published; CONFLICT where the block
 *   that waits is no longer in the bot
 */
export async function updateSessionBot(sessionId: string, caller: Caller): Promise<void> {
  const session = await readOpenSession(sessionId);
  if (!session) throw sessionNotFound();
  requireRole(caller, session.workspaceId, 'editor', sessionNotFound());
  await requireRunningChat(session);
  // A preview runs the draft as it is anyway.
  if (session.state.isPreview) return;

  const frames = session.state.frames;
  const [running, ...waiting] = await Promise.all(
    frames.map((frame, index) => updatedFrame(frame, { isMain: index === frames.length - 1 })),
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
      }),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!error.item) throw sessionNotFound();
    throw new ServiceError('CONFLICT', 'A reply was taken at the same moment; please try again');
  }
}

/**
 * A bot of the conversation with its newest release. A linked bot that is no longer published goes on as it was: the one
 * that led to it still counts on it.
 */
async function updatedFrame(frame: Frame, { isMain }: { isMain: boolean }): Promise<Frame> {
  const found = await readBotHead(frame.botId);
  const release = found?.head.published?.release;
  const flow = release === undefined ? undefined : await readReleasedFlow(frame.botId, release);
  if (!flow || release === undefined) {
    if (isMain) throw new ServiceError('NOT_FOUND', 'The bot is not published');
    return frame;
  }
  const known = new Set(frame.variables.map(({ id }) => id));
  // Variables of a linked bot begin without the values that they have by default, as where it was linked.
  const added = flow.variables
    .filter(({ id }) => !known.has(id))
    .map(({ value, ...variable }) => ({ ...variable, ...(isMain && value !== undefined && { value }) }));
  return { ...frame, release, variables: [...new Variables([...frame.variables, ...added]).list] };
}
