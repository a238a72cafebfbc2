import { getBlockType } from '#lib/blocks/block-types.ts';
import { CODE } from '#lib/blocks/logic/code.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import { WAIT } from '#lib/blocks/logic/wait.ts';
import type { BotDocument, Edge } from '#lib/bots/document/bot-document.ts';
import { edgesById, getEdgeOwners, getJump, isDynamicTarget } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/**
 * Finds Wait blocks that do not delay what the server does after them. Only the client waits, with the messages of a
 * response that is computed at once, unless the block pauses the flow.
 */
export function waitIssues(document: BotDocument): FlowIssue[] {
  const flow = new FlowWalk(document);
  return document.groups.flatMap(({ blocks }, group) =>
    blocks.flatMap((block, index): FlowIssue[] => {
      if (!isJsonObject(block) || !delaysClientOnly(block)) return [];
      const hasty = flow.firstHastyBlock({ group, index });
      if (!hasty) return [];
      return [
        {
          // With a bubble in between, the wait may only be there to be seen.
          severity: hasty.isAfterBubble ? 'info' : 'warning',
          code: 'WAIT_WITHOUT_PAUSE',
          path: `bot.groups[${group}].blocks[${index}].options.shouldPause`,
          message: `${hasty.label} (${hasty.path}) runs before this wait, not after it; let the wait pause the flow to change that`,
        },
      ];
    }),
  );
}

type Position = { group: number; index: number };
type Visit = Position & { isAfterBubble: boolean };
type HastyBlock = { label: string; path: string; isAfterBubble: boolean };

/** Steps for all Wait blocks of a document. Real flows need some dozens. */
const MAX_STEPS = 50_000;

/** Follows a flow until respondents or their clients have to reply. */
class FlowWalk {
  readonly #document: BotDocument;
  readonly #edges: ReadonlyMap<string, Edge>;
  readonly #groups: ReadonlyMap<string, number>;
  readonly #blocks: ReadonlyMap<unknown, Position>;
  #steps = 0;

  constructor(document: BotDocument) {
    this.#document = document;
    this.#edges = edgesById(document);
    this.#groups = new Map(document.groups.map(({ id }, index) => [id, index]));
    this.#blocks = new Map(
      document.groups.flatMap(({ blocks }, group) =>
        blocks.flatMap((block, index) =>
          isJsonObject(block) ? [[block.id, { group, index }] as const] : [],
        ),
      ),
    );
  }

  /** Returns a block after the position that reaches beyond the chat, preferably one without a bubble before it. */
  firstHastyBlock(start: Position): HastyBlock | undefined {
    const seen = new Set<string>();
    const withoutBubble: Visit[] = this.#next(start, false);
    const withBubble: Visit[] = [];
    while (this.#steps < MAX_STEPS) {
      const visit = withoutBubble.pop() ?? withBubble.pop();
      if (!visit) return undefined;
      const { group, index, isAfterBubble } = visit;
      const block = this.#document.groups[group]?.blocks[index];
      const key = `${group} ${index}`;
      if (!isJsonObject(block) || seen.has(key)) continue;
      seen.add(key);
      if (awaitsReply(block)) continue;
      const type = getBlockType(block);
      if (type && reachesBeyondChat(block)) {
        return { label: type.label, path: `bot.groups[${group}].blocks[${index}]`, isAfterBubble };
      }
      for (const next of this.#next(visit, isAfterBubble || type?.family === 'bubble')) {
        (next.isAfterBubble ? withBubble : withoutBubble).push(next);
      }
    }
    return undefined;
  }

  #next({ group, index }: Position, isAfterBubble: boolean): Visit[] {
    const { blocks = [] } = this.#document.groups[group] ?? {};
    const block = blocks[index];
    if (!isJsonObject(block)) return [];
    const owners = getEdgeOwners(block, '');
    const targets = owners.flatMap(({ edgeId }) => {
      const to = this.#edges.get(edgeId)?.to;
      return to ? this.#position(to.groupId, to.blockId) : [];
    });
    const jump = block.type === JUMP.type ? getJump(block, undefined) : undefined;
    if (jump?.groupId !== undefined && !isDynamicTarget(jump.groupId)) {
      targets.push(...this.#position(jump.groupId, jump.blockId));
    } else if (index + 1 < blocks.length && block.outgoingEdgeId === undefined) {
      targets.push({ group, index: index + 1 });
    }
    this.#steps += 1 + targets.length;
    return targets.map((target) => ({ ...target, isAfterBubble }));
  }

  #position(groupId: string, blockId: string | undefined): Position[] {
    const group = this.#groups.get(groupId);
    if (group === undefined) return [];
    const position = this.#blocks.get(blockId);
    return [position?.group === group ? position : { group, index: 0 }];
  }
}

function getOptions({ options }: JsonObject): JsonObject {
  return isJsonObject(options) ? options : {};
}

function delaysClientOnly(block: JsonObject): boolean {
  const { secondsToWaitFor, shouldPause } = getOptions(block);
  if (block.type !== WAIT.type || shouldPause === true) return false;
  const text = toPrimitiveText(secondsToWaitFor).replace(',', '.');
  return text.includes('{{') || Number.parseFloat(text) > 0;
}

/** Whether the flow stops at the block until the client sends something. */
function awaitsReply(block: JsonObject): boolean {
  const { family, awaitsReply: awaits = 'options.isExecutedOnClient' } = getBlockType(block) ?? {};
  if (family === 'input') return true;
  if (block.type === SET_VARIABLE.type && asksClient(getOptions(block))) return true;
  return typeof awaits === 'string' ? getValueAt(block, awaits) === true : awaits;
}

/** Whether only the client knows the value of a Set variable block. */
function asksClient({ type, timeZone }: JsonObject): boolean {
  return type === 'Device type' || (type === 'Moment of the day' && !timeZone);
}

/** Whether the block changes something elsewhere. One that only computes a text may run early. */
function reachesBeyondChat(block: JsonObject): boolean {
  const { isExecutedOnClient, content } = getOptions(block);
  if (block.type !== CODE.type) {
    const { request, changesElsewhere } = getBlockType(block) ?? {};
    return request !== undefined || changesElsewhere === true;
  }
  return isExecutedOnClient === false && typeof content === 'string' && /\bfetch\s*\(/.test(content);
}
