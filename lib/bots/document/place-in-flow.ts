import { isJsonObject } from '#lib/json/json-object.ts';
import { getBlockType } from './block-types.ts';
import type { BotFlow } from './bot-document.ts';

/** Where in a flow a problem is, in words: absent outside of groups and blocks. */
export type Place = {
  /** Title of the group. Absent if it has none. */
  group?: string | undefined;
  /** Display name of the block's type, or the type itself if it is unknown. */
  block?: string | undefined;
};

/** Titles have no length limit. */
const MAX_SHOWN_CHARS = 60;

const IN_GROUP = /^bot\.groups\[(\d+)\](?:\.blocks\[(\d+)\])?/;

/** Adds to each problem the place that its path leads to, such as `bot.groups[0].blocks[2].options`. */
export function withPlaces<P extends { path: string }>(
  { groups }: Pick<BotFlow, 'groups'>,
  problems: P[],
): (P & Place)[] {
  return problems.map((problem) => {
    const [, groupIndex, blockIndex] = IN_GROUP.exec(problem.path) ?? [];
    const group = groupIndex === undefined ? undefined : groups[Number(groupIndex)];
    const block = blockIndex === undefined ? undefined : group?.blocks[Number(blockIndex)];
    const type = isJsonObject(block) ? (getBlockType(block)?.label ?? block.type) : undefined;
    return {
      ...problem,
      ...(group?.title && { group: shown(group.title) }),
      ...(typeof type === 'string' && type !== '' && { block: shown(type) }),
    };
  });
}

function shown(name: string): string {
  return (name.length <= MAX_SHOWN_CHARS ? name : `${name.slice(0, MAX_SHOWN_CHARS)}…`).toWellFormed();
}
