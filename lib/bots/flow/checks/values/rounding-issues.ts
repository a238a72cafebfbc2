import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { toRoundingWarnings } from '#lib/bots/incoming/rounding-warnings.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';

/** Returns an issue for each number that JavaScript cannot represent exactly. */
export function toRoundingIssues(rounded: RoundedNumber[]): FlowIssue[] {
  return toRoundingWarnings(rounded).map(({ path, message }) => ({
    severity: 'warning',
    code: 'ROUNDED',
    path,
    message,
  }));
}
