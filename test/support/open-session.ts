import type { Session } from '#lib/chat/store/session.ts';
import { createSession } from '#lib/chat/store/session-store.ts';
import { createId } from '#lib/platform/store/create-id.ts';

export type SessionWithResult = Session & { resultId: string };

const HOUR_MS = 60 * 60 * 1_000;

/** Stores a session as it is right after a chat starts. Expires after an hour by default. */
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
