import type { FileResult } from '#lib/apps/cli/result-file.ts';
import { type ImportTotals, importResults } from '#lib/apps/cli/results-import.ts';
import type { Client } from '#lib/client/client.ts';
import { importedResult } from '#lib/results/import/imported-result.ts';
import type { SkipReason } from '#lib/results/import/skip-reason.ts';
import { toPath } from '#lib/validation/check.ts';
import type { Source } from './source.ts';

/** A result that the service would refuse, and why. */
export type RefusedResult = { id: string; reason: string };

export type MovedResults = ImportTotals & {
  /** Results of which the service named the reason to skip them. */
  skippedResults: { id: string; reason: SkipReason }[];
  refused: RefusedResult[];
};

/**
 * Brings the results of a bot. One that the service would refuse does not stop the others.
 *
 * @param onProgress called with the number of results that are done
 * @throws IncompleteImport, SourceUnreadable
 */
export async function moveResults(
  source: Source,
  { sourceId, botId, logs }: { sourceId: string; botId: string; logs: boolean },
  client: Client,
  onProgress: (count: number) => void,
): Promise<MovedResults> {
  const refused: RefusedResult[] = [];
  const skippedResults: MovedResults['skippedResults'] = [];
  async function* acceptable(): AsyncGenerator<FileResult> {
    for await (const result of source.readResults(sourceId, { logs })) {
      const issue = importedResult.safeParse(result).error?.issues[0];
      if (!issue) yield { result, place: `result ${result.id}` };
      else {
        refused.push({ id: result.id, reason: `${toPath(issue.path)}: ${issue.message}` });
        onProgress(1);
      }
    }
  }
  const totals = await importResults(client, botId, acceptable(), {
    onProgress,
    onSkipped: (skipped) => skippedResults.push(skipped),
  });
  return { ...totals, skippedResults, refused };
}
