import { LRUCache } from 'lru-cache';
import { readRelease } from '#lib/bots/store/release-store.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';

/**
 * Of the documents' JSON text; as objects they take some times as much. A function has 1 GB, and a bot 30 KB as a rule.
 */
const MAX_CACHED_CHARS = 20_000_000;

/** Releases never change, so what was read once need not be read again as long as the instance lives. */
const flows = new LRUCache<string, { flow: ChatFlow; chars: number }>({
  maxSize: MAX_CACHED_CHARS,
  sizeCalculation: ({ chars }) => chars,
});

/** The flow of a release, which is read at most once an instance. */
export async function readReleasedFlow(botId: string, release: number): Promise<ChatFlow | undefined> {
  const key = `${botId}#${release}`;
  const cached = flows.get(key);
  if (cached) return cached.flow;
  // A chat needs no token: that it is published, or a session of it, is what gives access.
  const found = await readRelease(botId, release, () => {});
  if (!found) return undefined;
  const { workspaceId, document } = found;
  const flow = toChatFlow({ botId, workspaceId, release, flow: document });
  flows.set(key, { flow, chars: JSON.stringify(document).length });
  return flow;
}
