import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead } from '#lib/bots/bot-store.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { readOpenSession, sessionNotFound, turnWrite } from '#lib/sessions/session-store.ts';
import { ConditionFailed, transact } from '#lib/store/dynamodb.ts';
import type { Frame } from './chat-state.ts';
import { readReleasedFlow } from './flow-cache.ts';
import { waitingBlockGone } from './waiting-block-gone.ts';

/**
 * Lets a conversation go on with what is published now. Variables keep their values, new ones are added.
 *
 * @throws NOT_FOUND for a session that is unknown or foreign, or a bot that is not published; CONFLICT where the block
 *   that waits is no longer in the bot
 */
export async function updateSessionBot(sessionId: string, caller: Caller): Promise<void> {
  const session = await readOpenSession(sessionId);
  if (!session) throw sessionNotFound();
  requireRole(caller, session.workspaceId, 'editor', sessionNotFound());
  const [running, ...waiting] = session.state.frames;
  // A preview runs the draft as it is anyway.
  if (running.release === undefined) return;

  const found = await readBotHead(running.botId);
  const release = found?.head.published?.release;
  const flow = release === undefined ? undefined : await readReleasedFlow(running.botId, release);
  if (!flow || release === undefined) throw new ServiceError('NOT_FOUND', 'The bot is not published');
  const { waitingBlockId } = session.state;
  if (waitingBlockId !== undefined && !flow.positionsByBlockId.has(waitingBlockId)) throw waitingBlockGone();

  const known = new Set(running.variables.map(({ id }) => id));
  const updated: Frame = {
    ...running,
    release,
    variables: [...running.variables, ...flow.variables.filter(({ id }) => !known.has(id))],
  };
  try {
    await transact([
      turnWrite(session, {
        state: { ...session.state, frames: [updated, ...waiting] },
        expiresAt: session.expiresAt,
        resultId: undefined,
      }),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ServiceError('CONFLICT', 'A reply was taken at the same moment; please try again');
  }
}
