import { getBlockType } from '#lib/bots/document/block-types.ts';
import type { BotDocument, Edge } from '#lib/bots/document/bot-document.ts';
import { edgesById, getEdgeOwners, getJump, isDynamicTarget } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';

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
    const jump = block.type === 'Jump' ? getJump(block, undefined) : undefined;
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
  if (block.type !== 'Wait' || shouldPause === true) return false;
  const text = toPrimitiveText(secondsToWaitFor).replace(',', '.');
  return text.includes('{{') || Number.parseFloat(text) > 0;
}

/** Whether the flow stops at the block until the client sends something. */
function awaitsReply(block: JsonObject): boolean {
  const options = getOptions(block);
  switch (block.type) {
    case 'webhook':
    case 'Typebot link':
    case 'Return':
    case 'cal-com':
      return true;
    case 'Wait':
      return options.shouldPause === true;
    case 'Code':
      return false;
    case 'Set variable':
      return (
        options.isExecutedOnClient === true ||
        options.type === 'Device type' ||
        (options.type === 'Moment of the day' && !options.timeZone)
      );
    case 'embed': {
      const { waitForEvent } = isJsonObject(block.content) ? block.content : {};
      return isJsonObject(waitForEvent) && waitForEvent.isEnabled === true;
    }
    default:
      return getBlockType(block)?.family === 'input' || options.isExecutedOnClient === true;
  }
}

/** Types whose blocks change something elsewhere. Blocks that only compute a text may run early. */
const REACHING: ReadonlySet<unknown> = new Set(
  'Webhook,Zapier,Make.com,Pabbly,Email,Google Sheets,gmail,nocodb,segment,posthog'.split(','),
);

function reachesBeyondChat(block: JsonObject): boolean {
  const { isExecutedOnClient, content } = getOptions(block);
  if (block.type !== 'Code') return REACHING.has(block.type);
  return isExecutedOnClient === false && typeof content === 'string' && /\bfetch\s*\(/.test(content);
}
