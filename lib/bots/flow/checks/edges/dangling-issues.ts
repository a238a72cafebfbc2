import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks, getEdgeOwners } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { findDanglingReferences } from '#lib/bots/incoming/dangling-references.ts';

/** Finds edges without a source or target, and references to edges that do not exist. */
export function findDanglingIssues(document: BotDocument): FlowIssue[] {
  const issues = findDanglingReferences(document).map(
    ({ path, message }): FlowIssue => ({
      severity: severityOfDangling(path),
      code: 'DANGLING',
      path,
      message,
    }),
  );
  return [...issues, ...findDanglingButtons(document)];
}

function severityOfDangling(path: string): FlowIssue['severity'] {
  // A dangling target breaks off conversations. A dangling source is a leftover edge that nothing follows.
  if (path.includes('.to.')) return 'error';
  return path.includes('.from.') ? 'info' : 'warning';
}

/** Finds dangling edges on the buttons of cards, which are nested one level deeper than other edge references. */
function findDanglingButtons(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  return getBlocks(document).flatMap(({ block, path }) =>
    getEdgeOwners(block, path)
      .filter((owner) => owner.path.includes('.paths[') && !edges.has(owner.edgeId))
      .map((owner) => ({
        severity: 'warning',
        code: 'DANGLING',
        path: owner.path,
        message: 'refers to an edge that does not exist',
      })),
  );
}
