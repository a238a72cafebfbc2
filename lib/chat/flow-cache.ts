import { LRUCache } from 'lru-cache';
import { readRelease } from '#lib/bots/store/release-store.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * Size of the cached documents in characters of JSON. As objects they take several times as much memory. A
 * function has 1 GB, and a typical bot has 30 KB.
 */
const MAX_CACHED_CHARS = 20_000_000;

/** Releases never change, so an instance does not have to read one again. */
const flows = new LRUCache<string, { flow: ChatFlow; chars: number }>({
  maxSize: MAX_CACHED_CHARS,
  sizeCalculation: ({ chars }) => chars,
});

/** The flow of a release, which an instance reads once and caches. Undefined if there is no such release. */
export async function readReleasedFlow(botId: string, release: number): Promise<ChatFlow | undefined> {
  const key = `${botId}#${release}`;
  const cached = flows.get(key);
  if (cached) return cached.flow;
  // Chats need no token. Access comes from the bot being published or from having a session of it.
  const found = await readRelease(botId, release, () => {});
  if (!found) return undefined;
  const { workspaceId, document } = found;
  const flow = toChatFlow({ botId, workspaceId, release, flow: document });
  flows.set(key, { flow, chars: JSON.stringify(document).length });
  return flow;
}
