import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import { FileFailure } from '#apps/cli/moving/files/source-file.ts';
import { isPrivateAddress } from '#apps/cli/moving/files/store-address.ts';
import { planBot } from '#apps/cli/moving/target/bot-plan.ts';
import type { TargetBot } from '#apps/cli/moving/target/target-bots.ts';
import type { Client } from '#apps/client/client.ts';
import { type BotMove, type MoveStep, mapNewIds, withReport } from './move-state.ts';
import { runBotMoves } from './run-bot-moves.ts';

/**
 * Brings the files of drafts and publications, before the addresses in them are rewritten. Of a bot that is here
 * already, only those that it still has at their old addresses.
 */
export const bringDocumentFiles: MoveStep = async (state, request) => {
  const { files } = state;
  if (!files) return state;
  const { source, client } = request;
  const findNewIds = mapNewIds(state);
  const bring = async (move: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = move;
    if (!targetBot || targetBot.isArchived) return move;
    const bot = await source.readBot(entry.id);
    const inSource = files.list([bot.draft, bot.published]);
    if (inSource.length === 0) return move;
    const plan = planBot(targetBot, bot, findNewIds(workspaceId), request);
    const isUpdated = plan.outcome === 'updated';
    const addresses = isUpdated ? inSource : await listAddressesHere(targetBot, files, client);
    if (!isUpdated && targetBot.isEdited) {
      return addresses.length === 0 ? move : withReport(move, { oldAddresses: addresses });
    }
    const counts = await files.bring(workspaceId, addresses, async (body, address) => {
      // Whatever a bot shows is public.
      if (isPrivateAddress(new URL(address))) throw new FileFailure('private, and in a bot');
      return await client.createFileUpload({ params: { workspaceId }, body });
    });
    const hasOldAddresses = !isUpdated && addresses.some((address) => files.find([workspaceId], address));
    return { ...withReport(move, { files: counts }), hasOldAddresses };
  };
  return await runBotMoves(state, {
    selects: ({ targetBot, report }) => targetBot !== undefined && report.outcome !== 'failed',
    tasks: [bring],
    // The files of a bot come several at a time.
    concurrency: 1,
  });
};

async function listAddressesHere(
  { id: botId, isPublished }: TargetBot,
  files: FileMove,
  client: Client,
): Promise<string[]> {
  const { bot } = await client.getBot({ params: { botId } });
  if (!isPublished) return files.list(bot);
  const { publishedBot } = await client.getPublishedBot({ params: { botId } });
  return files.list([bot, publishedBot]);
}
