import { inertFields } from '#lib/bots/document/inert-fields.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Returns an issue for each field that asks for something that does not happen here. */
export function inertIssues(document: JsonObject): FlowIssue[] {
  return inertFields(document).map(({ path, message }) => ({
    severity: 'info',
    code: 'NO_EFFECT',
    path,
    message,
  }));
}
