import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { AnsweredFlows } from '#lib/results/answered-flows.ts';
import { getGroupBlocks } from '#lib/results/flow-blocks.ts';
import type { BlockLocations } from './result-additions.ts';

/**
 * Maps each block of the flows to its group, and to the variable in which it saves its answer. The bot's own flow comes
 * before those of linked bots, and these before flows of earlier releases.
 */
export function locateBlocks({ current, former }: Pick<AnsweredFlows, 'current' | 'former'>): BlockLocations {
  // Later entries of a map win.
  const groups = [...current, ...former].toReversed().flatMap((flow) => flow.groups);
  return new Map(
    groups.flatMap((group) =>
      getGroupBlocks(group).map((block) => {
        const variableId = isJsonObject(block.options) ? block.options.variableId : undefined;
        const location = {
          groupId: group.id,
          variableId: typeof variableId === 'string' ? variableId : null,
        };
        return [block.id, location] as const;
      }),
    ),
  );
}
