import { moveResults } from '#apps/cli/moving/target/move-results.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { type BotMove, type MoveStep, withReport } from './move-state.ts';
import { CONCURRENCY, runBotMoves } from './run-bot-moves.ts';

/** Whether the results of the bot are brought: those of a deleted bot are not. */
export function hasResultsToMove({ targetBot, report }: BotMove): boolean {
  return (
    targetBot !== undefined &&
    !targetBot.isArchived &&
    report.outcome !== 'failed' &&
    !report.isArchivedInSource
  );
}

/** Brings the results of the bots, one bot after the other. */
export const moveAllResults: MoveStep = async (state, { source, client, results, onProgress }) => {
  const { files } = state;
  const counts = await mapConcurrently(state.moves.filter(hasResultsToMove), CONCURRENCY, ({ entry }) =>
    source.countResults(entry.id),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  const moveOne = async (move: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = move;
    if (!targetBot) return move;
    const transfer = { sourceId: entry.id, botId: targetBot.id, logs: results?.logs === true };
    const moved = await moveResults(source, transfer, client, {
      files,
      workspaceId,
      onProgress(count) {
        done += count;
        onProgress('results', done, Math.max(done, total));
      },
    });
    return withReport(move, { results: moved });
  };
  return await runBotMoves(state, { selects: hasResultsToMove, tasks: [moveOne], concurrency: 1 });
};
