import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { roundingWarnings } from '#lib/bots/incoming/rounding-warnings.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';

/** Returns an issue for each number that JavaScript cannot represent exactly. */
export function roundingIssues(rounded: RoundedNumber[]): FlowIssue[] {
  return roundingWarnings(rounded).map(({ path, message }) => ({
    severity: 'warning',
    code: 'ROUNDED',
    path,
    message,
  }));
}
