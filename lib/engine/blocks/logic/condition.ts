import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalText } from '#lib/engine/model/block-options.ts';
import { isConditionMet } from '#lib/engine/text/condition.ts';
import { once } from '#lib/platform/validation/once.ts';

/** The block has no options. Each item is a condition with an edge. */
export const conditionItems = once(() =>
  lenientList(z.object({ id: optionalText, outgoingEdgeId: optionalText, content: z.unknown().optional() })),
);

/**
 * Follows the first item whose condition is met. If that item has no edge, the flow ends. If no condition is
 * met, the block's own edge serves as the "else".
 */
export const conditionBlock: ActionModule = {
  kind: 'logic',
  type: 'Condition',
  run(block, context) {
    const met = conditionItems()
      .parse(block.items)
      .find(({ content }) => isConditionMet(content, context));
    if (!met) return { isElse: true };
    const { id: itemId, outgoingEdgeId } = met;
    return {
      go: outgoingEdgeId ? { edgeId: outgoingEdgeId } : 'end',
      ...(itemId !== undefined && { itemId }),
    };
  },
};
