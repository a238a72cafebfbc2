import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import { dropSourceTexts, rewriteResult } from '#apps/cli/moving/files/moved-result.ts';
import type { MovedResults, RefusedResult } from '#apps/cli/moving/report/moved-bot.ts';
import { type MovedLog, withoutLongestDetails } from '#apps/cli/moving/source/moved-log.ts';
import { MAX_DEPTH, type Source, type SourceResult } from '#apps/cli/moving/source/source.ts';
import type { FileResult } from '#apps/cli/results/result-file.ts';
import { bytesInPart, MAX_PART_BYTES, sendResults } from '#apps/cli/results/results-import.ts';
import type { Client } from '#apps/client/client.ts';
import { isNestedDeeper } from '#lib/platform/json/json-depth.ts';
import { toPath } from '#lib/platform/validation/check.ts';
import { importedResult } from '#lib/results/import/imported-result.ts';

export type ResultMoveOptions = {
  /** Called with the number of results that are done. */
  onProgress: (count: number) => void;
  /** Has the addresses of files that are brought. */
  files?: FileMove | undefined;
  workspaceId: string;
};

/**
 * Brings the results of a bot. One that the service would refuse does not stop the others.
 *
 * @throws IncompleteImportError, whose cause may be SourceUnreadableError
 */
export async function moveResults(
  source: Pick<Source, 'readResults'>,
  { sourceId, botId, logs }: { sourceId: string; botId: string; logs: boolean },
  client: Client,
  { onProgress, files, workspaceId }: ResultMoveOptions,
): Promise<MovedResults> {
  const refused: RefusedResult[] = [];
  const skippedResults: MovedResults['skippedResults'] = [];
  async function* acceptableResults(): AsyncGenerator<FileResult> {
    for await (const result of source.readResults(sourceId, { logs })) {
      const owners = [`${botId}/${result.id}`, workspaceId];
      const own = dropSourceTexts(result);
      const acceptable = toAcceptable(
        files ? rewriteResult(own, (value) => files.rewrite(owners, value)) : own,
      );
      if ('result' in acceptable) yield { result: acceptable.result, location: `result ${result.id}` };
      else {
        refused.push({ id: result.id, reason: acceptable.reason });
        onProgress(1);
      }
    }
  }
  const totals = await sendResults(client, botId, acceptableResults(), {
    onProgress,
    onSkipped: (skipped) => skippedResults.push(skipped),
  });
  return { ...totals, skippedResults, refused };
}

/** Returns the result as the service accepts it, if need be with shorter logs, or why it cannot. */
function toAcceptable(whole: SourceResult): { result: SourceResult } | { reason: string } {
  if (isNestedDeeper(whole, MAX_DEPTH)) return { reason: `nested more than ${MAX_DEPTH} levels deep` };
  const issue = importedResult.safeParse(whole).error?.issues[0];
  if (issue) return { reason: `${toPath(issue.path)}: ${issue.message}` };
  const excessBytes = bytesInPart(whole) - MAX_PART_BYTES;
  if (excessBytes <= 0) return { result: whole };
  const { logs = [] } = whole as { logs?: MovedLog[] };
  const result = { ...whole, logs: withoutLongestDetails(logs, excessBytes) };
  const bytes = bytesInPart(result);
  return bytes <= MAX_PART_BYTES ? { result } : { reason: `too large for a request (${bytes} bytes)` };
}
