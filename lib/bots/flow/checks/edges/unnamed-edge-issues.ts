import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isMultipleChoice } from '#lib/bots/flow/multiple-choice.ts';
import { type EdgeOrigin, findUnnamedEdges, type UnnamedEdge } from '#lib/bots/incoming/unnamed-edges.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';

const MAX_SHOWN_CHARS = 60;

const OFFER = 'connect it with `bots check --fix` or an import with `repair`';

/**
 * Finds edges that are drawn from a block, an item or an event that does not name them. A chat follows names only, so
 * it ends there, or goes another way.
 */
export function findUnnamedEdgeIssues(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  return findUnnamedEdges(document).flatMap((unnamed): FlowIssue[] => {
    const { path, edgeId, origin, obstacle } = unnamed;
    // Nothing would follow it. The issue of its item says so.
    if (origin.kind === 'item' && origin.block && isMultipleChoice(origin.block)) return [];
    return [
      {
        severity: severityOf(unnamed, (owner) => edges.has(toPrimitiveText(owner.outgoingEdgeId))),
        code: 'UNNAMED_EDGE',
        path,
        message: `does not name the edge ${shortenText(edgeId, MAX_SHOWN_CHARS)} that is drawn from here, so ${whatHappens(obstacle)}`,
      },
    ];
  });
}

function whatHappens(obstacle: UnnamedEdge['obstacle']): string {
  switch (obstacle) {
    case 'namesAnother':
      return 'chats follow the edge that it names; delete the one that is meant no more';
    case 'blocksFollow':
      return 'chats go on with the next block of the group; delete the edge if that is meant';
    case 'several':
      return 'no chat follows it; several are drawn from here, so name the right one in `outgoingEdgeId`';
    default:
      return `no chat follows it; ${OFFER}`;
  }
}

type IsConnected = (owner: { outgoingEdgeId?: unknown }) => boolean;

/** An error where the chat ends, instead of following the edge. */
function severityOf({ origin, obstacle }: UnnamedEdge, isConnected: IsConnected): FlowIssue['severity'] {
  if (obstacle === 'namesAnother' || obstacle === 'blocksFollow') return 'info';
  if (origin.kind === 'event') return origin.owner.type === 'start' ? 'error' : 'warning';
  if (origin.kind === 'block') return everyItemLeadsOn(origin, isConnected) ? 'info' : 'error';
  const goesOn = !origin.isLastInGroup || isConnected(origin.block ?? {});
  return goesOn ? 'warning' : 'error';
}

/** Whether the block's own edge is never needed, because each button has one. A condition needs it as its "else". */
function everyItemLeadsOn({ owner }: EdgeOrigin, isConnected: IsConnected): boolean {
  const { items } = owner;
  if (
    !getBlockType(owner)?.items?.coverEveryWay ||
    isMultipleChoice(owner) ||
    !Array.isArray(items) ||
    items.length === 0
  )
    return false;
  return items.every((item) => isJsonObject(item) && isConnected(item));
}
