import { createTargetBot } from '#apps/cli/moving/target/create-bot.ts';
import { type BotMove, type MoveStep, withReport, withTargetBot } from './move-state.ts';
import { CONCURRENCY, runBotMoves } from './run-bot-moves.ts';

/** Bots can link to each other in circles, so the target must have all of them before any link can be right. */
export const createMissingBots: MoveStep = async (state, { source, client, part, onProgress }) => {
  const create = async (move: BotMove): Promise<BotMove> => {
    const { entry, workspaceId } = move;
    const bot = await source.readBot(entry.id);
    if (part === 'publication' && bot.published === null) {
      return withReport(move, { outcome: 'notPublished' });
    }
    return withTargetBot(move, await createTargetBot(entry.id, bot, { client, workspaceId }));
  };
  return await runBotMoves(state, {
    selects: ({ targetBot }) => targetBot === undefined,
    tasks: [create],
    concurrency: CONCURRENCY,
    onProgress: (done, total) => onProgress('bots', done, total),
  });
};
