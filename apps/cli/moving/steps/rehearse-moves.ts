import { rehearseBot } from '#apps/cli/moving/target/rehearse-bot.ts';
import { describeForgeableBlocks } from './forgeable-blocks.ts';
import { measureBotFiles } from './measure-bot-files.ts';
import { type BotMove, type MoveStep, mapNewIds, withReport } from './move-state.ts';
import { CONCURRENCY, runBotMoves } from './run-bot-moves.ts';
import { describeSourceBot } from './source-description.ts';

/** Reports what a move would do, and writes nothing. */
export const rehearseMoves: MoveStep = async (state, request) => {
  const { source, client, results, onProgress } = request;
  // Links to bots that a move would create are not missing.
  const findNewIds = mapNewIds(state, (sourceId) => sourceId);
  const rehearse = async (move: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = move;
    const bot = await source.readBot(entry.id);
    const workspace = { client, workspaceId, newIds: findNewIds(workspaceId) };
    return withReport(move, {
      ...(await describeSourceBot(bot, workspace)),
      ...(await describeForgeableBlocks(bot, targetBot?.id, workspace)),
      ...(await rehearseBot(targetBot, bot, workspace, request)),
    });
  };
  const countResults = async (move: BotMove): Promise<BotMove> =>
    withReport(move, { readableResults: await source.countResults(move.entry.id) });
  const measureFiles = async (move: BotMove): Promise<BotMove> => {
    if (!state.files) return move;
    const counts = await measureBotFiles(move, state.files, request);
    return withReport(move, { files: counts });
  };
  return await runBotMoves(state, {
    selects: () => true,
    tasks: results ? [rehearse, countResults, measureFiles] : [rehearse, measureFiles],
    concurrency: CONCURRENCY,
    onProgress: (done, total) => onProgress('bots', done, total),
  });
};
