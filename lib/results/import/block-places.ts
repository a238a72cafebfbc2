import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { getBlocks } from '#lib/results/flow-blocks.ts';
import type { BlockPlaces } from './result-additions.ts';

/** Maps each block of a flow to its group, and to the variable in which it saves its answer. */
export function blockPlaces({ groups }: Pick<BotFlow, 'groups'>): BlockPlaces {
  return new Map(
    groups.flatMap((group) =>
      getBlocks(group).map((block) => {
        const variableId = isJsonObject(block.options) ? block.options.variableId : undefined;
        const place = { groupId: group.id, variableId: typeof variableId === 'string' ? variableId : null };
        return [block.id, place] as const;
      }),
    ),
  );
}
