import { getBlockType } from '#lib/blocks/block-types.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import type { BotFlow } from './bot-document.ts';

/** Where in a flow a problem is, in words: absent outside of groups and blocks. */
export type Location = {
  /** Title of the group. Absent if it has none. */
  group?: string | undefined;
  /** Display name of the block's type, or the type itself if it is unknown. */
  block?: string | undefined;
};

/** Titles have no length limit. */
const MAX_SHOWN_CHARS = 60;

const IN_GROUP = /^bot\.groups\[(\d+)\](?:\.blocks\[(\d+)\])?/;
const IN_EDGE = /^bot\.edges\[(\d+)\]/;

type Flow = Pick<BotFlow, 'groups' | 'edges'>;
type Group = Flow['groups'][number];
type Found = { group?: Group | undefined; block?: JsonObject | undefined };

/**
 * Adds to each problem the location that its path leads to, such as `bot.groups[0].blocks[2].options`. The location of
 * an edge is the block that it comes from.
 */
export function withLocations<P extends { path: string }>(flow: Flow, problems: P[]): (P & Location)[] {
  let origins: Map<string, Found> | undefined;
  const findOrigin = (blockId: string): Found => {
    origins ??= toOrigins(flow.groups);
    return origins.get(blockId) ?? {};
  };
  return problems.map((problem) => ({
    ...problem,
    ...describe(findLocation(flow, problem.path, findOrigin)),
  }));
}

function findLocation({ groups, edges }: Flow, path: string, findOrigin: (blockId: string) => Found): Found {
  const [, groupIndex, blockIndex] = IN_GROUP.exec(path) ?? [];
  if (groupIndex !== undefined) {
    const group = groups[Number(groupIndex)];
    const block = blockIndex === undefined ? undefined : group?.blocks[Number(blockIndex)];
    return { group, block: isJsonObject(block) ? block : undefined };
  }
  const [, edgeIndex] = IN_EDGE.exec(path) ?? [];
  const from = edgeIndex === undefined ? undefined : edges[Number(edgeIndex)]?.from;
  return from && 'blockId' in from && typeof from.blockId === 'string' ? findOrigin(from.blockId) : {};
}

function describe({ group, block }: Found): Location {
  const type = block && (getBlockType(block)?.label ?? block.type);
  return {
    ...(group?.title && { group: shortenText(group.title, MAX_SHOWN_CHARS) }),
    ...(typeof type === 'string' && type !== '' && { block: shortenText(type, MAX_SHOWN_CHARS) }),
  };
}

function toOrigins(groups: readonly Group[]): Map<string, Found> {
  const origins = new Map<string, Found>();
  for (const group of groups) {
    for (const block of group.blocks) {
      if (isJsonObject(block)) origins.set(toPrimitiveText(block.id), { group, block });
    }
  }
  return origins;
}
