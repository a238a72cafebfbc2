import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks, getEdgeOwners, getJump, isDynamicTarget } from './flow-graph.ts';
import type { Layout, Port } from './flow-layout.ts';

/** A line of the picture. A dangling line has only one end. */
export type Line =
  | { kind: 'edge'; edgeId: string; from: Port; to: Port }
  /** `blockId` is the block that jumps. */
  | { kind: 'jump'; blockId: string; from: Port; to: Port }
  | { kind: 'dangling-out'; from: Port }
  | { kind: 'dangling-in'; to: Port };

/** Maximum number of lines drawn. Tens of thousands of lines would merge into solid black. */
const MAX_LINES = 8_000;

/**
 * Returns a line for every edge the runtime can take, every jump and every dangling end. Omits lines to or
 * from anything that is not drawn.
 */
export function toLines(flow: BotFlow, layout: Layout, botId: string | undefined): Line[] {
  const edges = edgesById(flow);
  const groupIds = new Set(flow.groups.map(({ id }) => id));
  const lines: Line[] = [];
  const known = new Set<string>();

  const draw = (
    from: Port | undefined,
    groupId: string,
    blockId: string | undefined,
    owner: { kind: 'edge'; edgeId: string } | { kind: 'jump'; blockId: string },
  ) => {
    if (!from) return;
    if (!groupIds.has(groupId)) {
      lines.push({ kind: 'dangling-out', from });
      return;
    }
    const to =
      (blockId === undefined ? undefined : layout.blockEntries.get(blockId)) ??
      layout.groupEntries.get(groupId);
    if (to) lines.push({ ...owner, from, to });
  };

  const owners = [
    ...(flow.events ?? []).flatMap((event, index) => getEdgeOwners(event, `bot.events[${index}]`)),
    ...getBlocks(flow).flatMap(({ block, path }) => getEdgeOwners(block, path)),
  ];
  for (const { edgeId, path } of owners) {
    known.add(edgeId);
    const from = layout.exits.get(path.replace(/\.outgoingEdgeId$/, ''));
    const edge = edges.get(edgeId);
    if (edge) draw(from, edge.to.groupId, edge.to.blockId, { kind: 'edge', edgeId });
    else if (from) lines.push({ kind: 'dangling-out', from });
  }
  for (const { block, path } of getBlocks(flow)) {
    const jump = getJump(block, botId);
    if (jump?.groupId === undefined || isDynamicTarget(jump.groupId)) continue;
    const owner = { kind: 'jump', blockId: String(block.id) } as const;
    draw(layout.exits.get(path), jump.groupId, jump.blockId, owner);
  }
  for (const { id, to } of flow.edges) {
    const entry = layout.groupEntries.get(to.groupId);
    if (!known.has(id) && entry) lines.push({ kind: 'dangling-in', to: entry });
  }
  return lines.slice(0, MAX_LINES);
}
