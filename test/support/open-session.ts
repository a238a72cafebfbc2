import { createId } from '@paralleldrive/cuid2';
import type { Session } from '#lib/chat/session.ts';
import { createSession } from '#lib/chat/session-store.ts';

export type SessionWithResult = Session & { resultId: string };

const HOUR_MS = 60 * 60 * 1_000;

/** A session in the state right after a chat's start, open for an hour by default. */
export async function openSession(
  fields: Partial<SessionWithResult> & { workspaceId: string },
): Promise<SessionWithResult> {
  const now = new Date();
  const session: SessionWithResult = {
    id: createId(),
    botId: createId(),
    resultId: createId(),
    allowedOrigins: [],
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + HOUR_MS),
    ...fields,
  };
  await createSession(session);
  return session;
}
