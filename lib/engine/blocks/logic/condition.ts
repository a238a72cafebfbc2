import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { listOf, optionalText } from '#lib/engine/model/block-options.ts';
import { isConditionMet } from '#lib/engine/text/condition.ts';

/** The block has no options. Each item is a condition and where it leads. */
export const conditionItems = listOf(
  z.object({ outgoingEdgeId: optionalText, content: z.unknown().optional() }),
);

/**
 * Follows the first item whose condition is met. An item that leads nowhere ends the flow. If no condition is
 * met, the block's own edge is the "else".
 */
export const conditionBlock: ActionModule = {
  kind: 'logic',
  type: 'Condition',
  run(block, context) {
    const met = conditionItems.parse(block.items).find(({ content }) => isConditionMet(content, context));
    if (!met) return {};
    return { go: met.outgoingEdgeId ? { edgeId: met.outgoingEdgeId } : 'end' };
  },
};
