import { type SourceBotEntry, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { findTargetBots, type TargetBot } from '#apps/cli/moving/target/target-bots.ts';
import type { BotMove, MoveRequest, MoveState } from './move-state.ts';

/**
 * Lists the bots to move, each with the bot of the target that came from it.
 *
 * @throws SourceUnreadableError if they cannot be listed, or the source does not have one that was asked for
 * @throws ApiError, ServiceUnreachableError
 */
export async function planMoves({ source, client, workspaces, only }: MoveRequest): Promise<MoveState> {
  const moves: BotMove[] = [];
  const knownIds = new Map<string, ReadonlyMap<string, string>>();
  for (const { id, workspaceId } of workspaces) {
    const found = await findTargetBots(client, workspaceId);
    const ids = [...found].map(([sourceId, targetBot]) => [sourceId, targetBot.id] as const);
    knownIds.set(workspaceId, new Map([...(knownIds.get(workspaceId) ?? []), ...ids]));
    const entries = await source.listBots(id);
    moves.push(
      ...entries
        .filter((entry) => isChosen(entry, found.get(entry.id), only))
        .map((entry) => toBotMove(entry, found.get(entry.id), workspaceId)),
    );
  }
  assertAllFound(only, moves);
  return { moves, knownIds, domains: [], folders: [], people: [] };
}

/** A bot is chosen by its name or ids in the source or, once the target has it, by its ids there. */
function isChosen(
  entry: SourceBotEntry,
  targetBot: TargetBot | undefined,
  only: string[] | undefined,
): boolean {
  const names = [entry.id, entry.name, entry.publicId, targetBot?.id, targetBot?.publicId];
  return !only || only.some((wanted) => names.includes(wanted));
}

/** A misspelled name would otherwise leave a bot behind. */
function assertAllFound(only: string[] | undefined, moves: BotMove[]): void {
  for (const wanted of only ?? []) {
    if (moves.some(({ entry, targetBot }) => isChosen(entry, targetBot, [wanted]))) continue;
    throw new SourceUnreadableError(`The chosen workspaces of the source have no bot ${wanted}`);
  }
}

function toBotMove(entry: SourceBotEntry, targetBot: TargetBot | undefined, workspaceId: string): BotMove {
  return {
    entry,
    workspaceId,
    targetBot,
    report: {
      sourceId: entry.id,
      name: entry.name,
      workspaceId,
      ...(targetBot && { botId: targetBot.id }),
      outcome: 'unfinished',
    },
  };
}
