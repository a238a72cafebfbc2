import type { PartIssue } from '../check/live-issues.ts';
import type { FormSurroundings } from '../forms/form-context.ts';
import type { Named } from '../forms/named.ts';
import { listBlockNames } from './edited-parts.ts';
import type { Editor } from './editor.ts';

/**
 * Makes what the form of a part of the flow needs of the rest.
 *
 * @param bots other bots of the workspace, undefined while they are looked up
 * @param edit applies an edit to the part
 * @param issues those of the part
 * @param credentials those that the part may name, undefined if it uses none
 */
export function createSurroundings(
  { document, edit: editDraft, newId }: Editor,
  bots: readonly Named[] | undefined,
  edit: FormSurroundings['edit'],
  issues: readonly PartIssue[],
  credentials?: FormSurroundings['credentials'],
): FormSurroundings {
  return {
    variables: document.variables,
    groups: document.groups.map(({ id, title, blocks }) => ({
      id,
      name: title,
      blocks: listBlockNames(blocks),
    })),
    bots,
    credentials,
    issues,
    edit,
    createVariable: (name) => {
      const id = newId();
      editDraft([{ op: 'addVariable', value: { id, name } }]);
      return id;
    },
    newId,
  };
}
