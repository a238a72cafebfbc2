import { LRUCache } from 'lru-cache';
import { readRelease } from '#lib/bots/store/release-store.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * Maximum total size of the cached documents, in characters of JSON. Parsed, they take several times as much
 * memory. A function has 1 GB, and a typical bot is 30 KB.
 */
const MAX_CACHED_CHARS = 20_000_000;

/** Releases are immutable, so cached flows never go stale. */
const flows = new LRUCache<string, { flow: ChatFlow; chars: number }>({
  maxSize: MAX_CACHED_CHARS,
  sizeCalculation: ({ chars }) => chars,
});

/** Returns the flow of a release, from the cache if possible. Undefined if the release does not exist. */
export async function readReleasedFlow(botId: string, release: number): Promise<ChatFlow | undefined> {
  const key = `${botId}#${release}`;
  const cached = flows.get(key);
  if (cached) return cached.flow;
  // No access check, because chats need no token: the bot is published or the caller has a session.
  const found = await readRelease(botId, release, () => {});
  if (!found) return undefined;
  const { workspaceId, document } = found;
  const flow = toChatFlow({ botId, workspaceId, release, flow: document });
  flows.set(key, { flow, chars: JSON.stringify(document).length });
  return flow;
}
