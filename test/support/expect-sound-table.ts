import { expect } from 'vitest';
import type { ProblemName } from '#apps/operator/verification/finding.ts';
import { verifyTable } from '#apps/operator/verification/verify-table.ts';

/**
 * Expects the whole table to be consistent. Called at the end of suites with concurrent writes or injected
 * faults.
 *
 * @param except problems that the suite itself caused by writing items directly
 */
export async function expectSoundTable({ except = [] }: { except?: ProblemName[] } = {}): Promise<void> {
  // A shared table also contains the problems caused by other suites.
  if (process.env.DYNAMODB_ENDPOINT) return;
  const findings: string[] = [];
  // No writes are in progress, so one look is enough.
  for await (const { problem, item, detail } of verifyTable({ looks: 1 })) {
    if (!except.includes(problem)) findings.push(`${problem}: ${item.pk} ${item.sk}: ${detail}`);
  }
  expect(findings).toStrictEqual([]);
}
