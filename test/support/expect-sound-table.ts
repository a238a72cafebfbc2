import { expect } from 'vitest';
import type { ProblemName } from '#lib/verification/finding.ts';
import { verifyTable } from '#lib/verification/verify-table.ts';

/**
 * Expects that nothing is wrong anywhere in the table: at the end of what writes concurrently or fails on the way.
 *
 * @param except problems that the suite has made itself, by writing items without the service
 */
export async function expectSoundTable({ except = [] }: { except?: ProblemName[] } = {}): Promise<void> {
  // A table that is shared with other suites holds what those have made.
  if (process.env.DYNAMODB_ENDPOINT) return;
  const findings: string[] = [];
  // Nothing is under way any more, so there is nothing to wait for.
  for await (const { problem, item, detail } of verifyTable({ looks: 1 })) {
    if (!except.includes(problem)) findings.push(`${problem}: ${item.pk} ${item.sk}: ${detail}`);
  }
  expect(findings).toStrictEqual([]);
}
