import { writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Finding } from './finding.ts';
import { tableReader } from './table-reader.ts';
import { confirmFindings } from './verify-table.ts';

/** Number of findings confirmed and removed per batch. */
const FINDINGS_PER_ROUND = 100;

/**
 * Deletes the garbage listed in the findings: parts orphaned for a day, and items that an erasure missed. Each
 * finding is confirmed again just before.
 *
 * @returns the findings resolved by this
 */
export async function removeGarbage(
  findings: Finding[],
  { retentionDays }: { retentionDays: number },
): Promise<Finding[]> {
  const removable = findings.filter(({ garbage }) => garbage !== undefined);
  const removed: Finding[] = [];
  for (let start = 0; start < removable.length; start += FINDINGS_PER_ROUND) {
    const round = removable.slice(start, start + FINDINGS_PER_ROUND);
    const confirmed = await confirmFindings(round, tableReader, { retentionDays });
    await writeItems(confirmed.flatMap(({ garbage = [] }) => garbage.map((key) => ({ delete: key }))));
    removed.push(...confirmed);
  }
  return removed;
}
