import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import { getTextsWithFiles } from '#apps/cli/moving/files/moved-result.ts';
import { isOfAnotherResult, isPrivateAddress } from '#apps/cli/moving/files/store-address.ts';
import { addFileCounts, type FailedFile, type MovedFileCounts } from '#apps/cli/moving/report/moved-file.ts';
import type { Source, SourceResult } from '#apps/cli/moving/source/source.ts';
import { moveResults } from '#apps/cli/moving/target/move-results.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { hasResultsToMove } from './move-all-results.ts';
import { type BotMove, type MoveStep, withReport } from './move-state.ts';
import { runBotMoves } from './run-bot-moves.ts';

/** Results whose files are brought before the results are imported again. They are what is in memory. */
const CHUNK_RESULTS = 20;

/** Files of one result at hosts that nobody has named. Respondents upload a few. */
const MAX_STRANGE_FILES = 100;

/** Brings the files that respondents have uploaded, once their results are here, and replaces their addresses. */
export const copyResultFiles: MoveStep = async (state, { source, client }) => {
  const { files } = state;
  if (!files) return state;
  const copy = async (move: BotMove): Promise<BotMove> => {
    const { entry, targetBot, workspaceId } = move;
    if (!targetBot) return move;
    const owners = { botId: targetBot.id, workspaceId };
    let counts: MovedFileCounts = { brought: 0, bytes: 0, failed: [] };
    const withFiles: Pick<Source, 'readResults'> = {
      async *readResults(botId) {
        for await (const chunk of readWithMissingFiles(source, botId, owners, files)) {
          const outcomes = await mapConcurrently(chunk, CHUNK_RESULTS, (result) =>
            copyMissingFiles(result, owners, files, client),
          );
          for (const outcome of outcomes) counts = addFileCounts(counts, outcome);
          yield* chunk.filter((_, index) => (outcomes[index]?.brought ?? 0) > 0);
        }
      },
    };
    const transfer = { sourceId: entry.id, botId: targetBot.id, logs: false };
    await moveResults(withFiles, transfer, client, { files, workspaceId, onProgress: () => {} });
    return withReport(move, { files: addFileCounts(move.report.files, counts) });
  };
  return await runBotMoves(state, { selects: hasResultsToMove, tasks: [copy], concurrency: 1 });
};

type Owners = { botId: string; workspaceId: string };

function listMissing(result: SourceResult, { botId, workspaceId }: Owners, files: FileMove): string[] {
  return files
    .list(getTextsWithFiles(result))
    .filter((address) => files.find([`${botId}/${result.id}`, workspaceId], address) === undefined);
}

async function* readWithMissingFiles(
  source: Source,
  sourceId: string,
  owners: Owners,
  files: FileMove,
): AsyncGenerator<SourceResult[]> {
  let chunk: SourceResult[] = [];
  for await (const result of source.readResults(sourceId, { logs: false })) {
    if (files.stoppedBy !== undefined) break;
    if (listMissing(result, owners, files).length === 0) continue;
    chunk.push(result);
    if (chunk.length < CHUNK_RESULTS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Reads no file of a result that is not here: somebody may have erased it. */
async function copyMissingFiles(
  result: SourceResult,
  owners: Owners,
  files: FileMove,
  client: Client,
): Promise<MovedFileCounts> {
  const params = { botId: owners.botId, resultId: result.id };
  const isStored = await client.getResult({ params }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return false;
      throw error;
    },
  );
  if (!isStored) return { brought: 0, bytes: 0, failed: [] };
  const { wanted, failed } = refuseForeign(result.id, listMissing(result, owners, files), files);
  const counts = await files.copy(`${owners.botId}/${result.id}`, wanted, (file, sourceUrl) => {
    const isPrivate = isPrivateAddress(new URL(sourceUrl));
    return client.createResultFileUpload({ params, body: { ...file, sourceUrl, isPrivate } });
  });
  return addFileCounts(counts, { brought: 0, bytes: 0, failed });
}

/** Respondents can write any address into an answer: they get nobody else's files, and hold up no move with many. */
function refuseForeign(
  resultId: string,
  addresses: string[],
  files: FileMove,
): { wanted: string[]; failed: FailedFile[] } {
  const wanted: string[] = [];
  const failed: FailedFile[] = [];
  let strange = 0;
  for (const address of addresses) {
    if (!files.isNamed(address)) strange += 1;
    if (isOfAnotherResult(new URL(address), resultId))
      failed.push({ address, reason: 'a private file of another result' });
    else if (!files.isNamed(address) && strange > MAX_STRANGE_FILES)
      failed.push({ address, reason: `one of more than ${MAX_STRANGE_FILES} in its result: name its host` });
    else wanted.push(address);
  }
  return { wanted, failed };
}
