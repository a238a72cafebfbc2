import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import { getTextsWithFiles } from '#apps/cli/moving/files/moved-result.ts';
import { addFileCounts, type MovedFileCounts } from '#apps/cli/moving/report/moved-file.ts';
import type { BotMove, MoveRequest } from './move-state.ts';

/** Says how many files of a bot and its results a move would bring, and how large they are. */
export async function measureBotFiles(
  { entry, workspaceId, targetBot, report }: BotMove,
  files: FileMove,
  { source, results }: MoveRequest,
): Promise<MovedFileCounts> {
  const bot = await source.readBot(entry.id);
  const inDocuments = files.list([bot.draft, bot.published]);
  let counts = await files.measure([workspaceId], inDocuments);
  if (!results || report.isArchivedInSource) return counts;
  const isShared = new Set(inDocuments);
  for await (const result of source.readResults(entry.id, { logs: false })) {
    const addresses = files.list(getTextsWithFiles(result)).filter((address) => !isShared.has(address));
    const owners = [`${targetBot?.id}/${result.id}`, workspaceId];
    if (addresses.length > 0) counts = addFileCounts(counts, await files.measure(owners, addresses));
  }
  return counts;
}
