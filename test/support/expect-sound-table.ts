import { expect } from 'vitest';
import type { ProblemName } from '#lib/verification/finding.ts';
import { verifyTable } from '#lib/verification/verify-table.ts';

/**
 * Expects that the whole table is sound. Suites that write concurrently or fail on the way end with it.
 *
 * @param except problems that the suite caused itself by writing items without the service
 */
export async function expectSoundTable({ except = [] }: { except?: ProblemName[] } = {}): Promise<void> {
  // A table shared with other suites holds their problems, too.
  if (process.env.DYNAMODB_ENDPOINT) return;
  const findings: string[] = [];
  // No write is in progress any more, so one look is enough.
  for await (const { problem, item, detail } of verifyTable({ looks: 1 })) {
    if (!except.includes(problem)) findings.push(`${problem}: ${item.pk} ${item.sk}: ${detail}`);
  }
  expect(findings).toStrictEqual([]);
}
