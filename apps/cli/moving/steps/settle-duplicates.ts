import { findTargetBots } from '#apps/cli/moving/target/target-bots.ts';
import { type BotMove, type MoveStep, withTargetBot } from './move-state.ts';
import { runBotMoves } from './run-bot-moves.ts';

/**
 * Another move may have created the same bots meanwhile, with another token. Both go on with the older one, and each
 * archives its own if that is the younger.
 */
export const settleDuplicates: MoveStep = async (state, { client }) => {
  const lists = new Map<string, ReturnType<typeof findTargetBots>>();
  const listOnce = (workspaceId: string) => {
    const list = lists.get(workspaceId) ?? findTargetBots(client, workspaceId);
    lists.set(workspaceId, list);
    return list;
  };
  const settle = async (move: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = move;
    const older = (await listOnce(workspaceId)).get(entry.id);
    // A list that does not have it yet has nothing to say.
    if (!targetBot || !older || older.id === targetBot.id || older.isArchived) return move;
    await client.deleteBot({ params: { botId: targetBot.id } });
    return withTargetBot(move, older);
  };
  return await runBotMoves(state, {
    selects: ({ targetBot }) => targetBot?.isFresh === true,
    tasks: [settle],
    concurrency: 1,
    // Two bots from one in the source must not both go on.
    isFatal: () => true,
  });
};
