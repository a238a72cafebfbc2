import { finishBot } from '#apps/cli/moving/target/finish-bot.ts';
import { copyDocumentFiles } from './copy-document-files.ts';
import { describeForgeableBlocks } from './forgeable-blocks.ts';
import { type BotMove, type MoveStep, mapNewIds, withReport } from './move-state.ts';
import { CONCURRENCY, runBotMoves } from './run-bot-moves.ts';
import { describeSourceBot } from './source-description.ts';

/** Gives each bot the links, the publication and the draft that it has in the source. */
export const finishBots: MoveStep = async (state, request) => {
  const { source, client, part, onProgress } = request;
  const { files } = state;
  const findNewIds = mapNewIds(state);
  const finish = async (unfinished: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = unfinished;
    if (!targetBot) return unfinished;
    const bot = await source.readBot(entry.id);
    const workspace = { client, workspaceId, newIds: findNewIds(workspaceId) };
    const move = files
      ? await copyDocumentFiles(unfinished, bot, files, { ...request, newIds: workspace.newIds })
      : unfinished;
    const { outcome, notKept, ...found } = await finishBot(targetBot, entry.id, bot, workspace, {
      ...request,
      hasOldAddresses: move.hasOldAddresses,
      rewrite: (document) => files?.rewrite([workspaceId], document) ?? document,
    });
    // With --watch, skips look-ups for bots that have not changed.
    const isNews = part === 'everything' || outcome === 'updated';
    return withReport(move, {
      ...(isNews && (await describeSourceBot(bot, workspace))),
      ...(isNews && (await describeForgeableBlocks(bot, targetBot.id, workspace))),
      ...found,
      outcome: targetBot.revision === undefined && outcome === 'updated' ? 'created' : outcome,
      ...(notKept.length > 0 && { notKept }),
      ...(bot.draft.isArchived === true &&
        outcome === 'unchanged' &&
        !targetBot.isArchived && { isOnlyArchivedThere: true }),
      ...(targetBot.isPublished && bot.published === null && { isOnlyPublishedHere: true as const }),
    });
  };
  return await runBotMoves(state, {
    selects: ({ targetBot, report }) => targetBot !== undefined && report.outcome !== 'failed',
    tasks: [finish],
    concurrency: CONCURRENCY,
    onProgress: (done, total) => onProgress('flows', done, total),
  });
};
