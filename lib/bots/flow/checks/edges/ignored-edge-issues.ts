import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks, type LocatedBlock } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isMultipleChoice } from '#lib/bots/flow/multiple-choice.ts';
import { findUnnamedEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Finds edges that chats never follow although they are named: those of a multiple choice's items, and that of a
 * bubble with more blocks after it.
 */
export function findIgnoredEdgeIssues(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  const unnamedAt = new Set(findUnnamedEdges(document).map(({ path }) => path));
  const leads = ({ outgoingEdgeId }: { outgoingEdgeId?: unknown }, path: string) =>
    unnamedAt.has(path) || (typeof outgoingEdgeId === 'string' && edges.has(outgoingEdgeId));

  return getBlocks(document).flatMap(({ group, block, path }: LocatedBlock): FlowIssue[] => {
    const isLast = group.blocks.at(-1) === block;
    if (isMultipleChoice(block)) {
      const goesOn = !isLast || leads(block, '');
      const items = Array.isArray(block.items) ? block.items : [];
      return items.flatMap((item, index) => {
        const itemPath = `${path}.items[${index}].outgoingEdgeId`;
        if (!isJsonObject(item) || !leads(item, itemPath)) return [];
        return [
          {
            severity: goesOn ? 'warning' : 'error',
            code: 'IGNORED_EDGE',
            path: itemPath,
            message: goesOn
              ? 'is not followed: in a multiple choice, every answer takes the same way'
              : 'is not followed: in a multiple choice, every answer takes the edge of the block, which has none, so the chat ends here; draw one from the block, or turn the multiple choice off',
          },
        ];
      });
    }
    if (isLast || getBlockType(block)?.family !== 'bubble' || !leads(block, '')) return [];
    return [
      {
        severity: 'warning',
        code: 'IGNORED_EDGE',
        path: `${path}.outgoingEdgeId`,
        message: 'is not followed: more blocks of the group come after this one',
      },
    ];
  });
}
