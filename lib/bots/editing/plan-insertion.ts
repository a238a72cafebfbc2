import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotDocument, Coordinates, Group, Variable } from '#lib/bots/document/bot-document.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { listBlockCredentials } from '#lib/bots/flow/credential-references.ts';
import type { Jump } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { type CopiedElements, copyElements } from './copied-elements.ts';
import { type FlowFragment, parseFragment } from './flow-fragment.ts';
import type { EditOperation } from './operation.ts';
import { withoutKey } from './ordered-keys.ts';
import { replaceVariableIds } from './variable-uses.ts';

export type InsertionTarget = {
  /** The bot that the fragment is inserted into. */
  botId: string;
  workspaceId: string;
  /** Coordinates of the upper left corner of new groups, or the position in a group that the blocks are put into. */
  position: Coordinates | { groupId: string; index: number };
};

export type Insertion = {
  operations: EditOperation[];
  /** Says what was left out of the fragment: credentials of another workspace, and targets of jumps. */
  warnings: Warning[];
};

/**
 * Inserts a fragment of a flow with new ids. Variables are those of the document with the same names, or new ones. A large
 * fragment may need more operations than one request takes: they can be sent in parts, in this order.
 *
 * @param fragment untrusted JSON
 * @throws BAD_REQUEST if it is not a fragment
 */
export function planInsertion(
  document: BotDocument,
  fragment: unknown,
  { botId, workspaceId, position }: InsertionTarget,
  newId: () => string,
): Insertion {
  const source = parseFragment(fragment);
  const { operations: additions, newIds } = addVariables(document.variables, source.variables, newId);
  const isForeign = source.workspaceId !== workspaceId;
  const warnings: Warning[] = [];
  const groups = source.groups.map((group, groupIndex) => ({
    ...group,
    blocks: group.blocks.map((block, blockIndex) => {
      const path = `fragment.groups[${groupIndex}].blocks[${blockIndex}]`;
      const kept = isForeign ? dropCredentials(block, path, group, warnings) : block;
      return replaceVariableIds(kept, newIds);
    }),
  }));
  const intoGroupId = 'groupId' in position ? position.groupId : undefined;
  const keepsJump = (jump: Jump): boolean => source.botId === botId && hasJumpTarget(document, jump);
  const copies = copyElements({ groups, edges: source.edges }, { newId, intoGroupId, keepsJump });
  warnings.push(...copies.lostJumps.map((lost) => createJumpWarning(source, lost)));
  const elements =
    'groupId' in position ? addBlocks(copies.groups, position) : addGroups(copies.groups, position);
  return { operations: [...additions, ...elements, ...copies.connections], warnings };
}

function addVariables(
  existing: readonly Variable[],
  wanted: readonly Variable[],
  newId: () => string,
): { operations: EditOperation[]; newIds: Map<string, string> } {
  const idsByName = new Map(existing.toReversed().map(({ name, id }) => [name, id]));
  const newIds = new Map<string, string>();
  const operations: EditOperation[] = [];
  for (const variable of wanted) {
    const id = idsByName.get(variable.name) ?? newId();
    if (!idsByName.has(variable.name)) operations.push({ op: 'addVariable', value: { ...variable, id } });
    idsByName.set(variable.name, id);
    newIds.set(variable.id, id);
  }
  return { operations, newIds };
}

function dropCredentials(block: unknown, path: string, { title }: Group, warnings: Warning[]): unknown {
  if (!isJsonObject(block)) return block;
  const fields = listBlockCredentials(block).map(({ field }) => field);
  if (fields.length === 0) return block;
  for (const field of fields) {
    const message = 'left out because the credentials belong to another workspace; choose others';
    warnings.push({
      code: 'DROPPED',
      path: `${path}.options.${field}`,
      message,
      ...describeBlock(title, block),
    });
  }
  const options = fields.reduce((left, field) => withoutKey(left, field), block.options as JsonObject);
  return { ...block, options };
}

function createJumpWarning(
  { groups }: FlowFragment,
  { groupIndex, blockIndex }: CopiedElements['lostJumps'][number],
): Warning {
  const group = groups[groupIndex];
  return {
    code: 'DROPPED',
    path: `fragment.groups[${groupIndex}].blocks[${blockIndex}].options.groupId`,
    message: 'left out because the group is not in the fragment; choose another group',
    ...describeBlock(group?.title ?? '', group?.blocks[blockIndex]),
  };
}

/** Adds what readers know a block by. */
function describeBlock(title: string, block: unknown): Pick<Warning, 'group' | 'block'> {
  const label = isJsonObject(block) ? getBlockType(block)?.label : undefined;
  return { ...(title !== '' && { group: title }), ...(label !== undefined && { block: label }) };
}

function hasJumpTarget({ groups }: BotDocument, { groupId, blockId }: Jump): boolean {
  const group = groups.find(({ id }) => id === groupId);
  if (!group) return false;
  return blockId === undefined || group.blocks.some((block) => isJsonObject(block) && block.id === blockId);
}

/** Adds groups as they were beside each other. */
function addGroups(groups: readonly Group[], { x, y }: Coordinates): EditOperation[] {
  const left = Math.min(...groups.map(({ graphCoordinates }) => graphCoordinates.x));
  const top = Math.min(...groups.map(({ graphCoordinates }) => graphCoordinates.y));
  return groups.map((group): EditOperation => {
    const { graphCoordinates: old } = group;
    const graphCoordinates = { ...old, x: old.x - left + x, y: old.y - top + y };
    return { op: 'addGroup', value: { ...group, graphCoordinates } };
  });
}

function addBlocks(
  groups: readonly Group[],
  { groupId, index }: { groupId: string; index: number },
): EditOperation[] {
  const blocks = groups.flatMap((group) => group.blocks) as (JsonObject & { id: string })[];
  return blocks.map((value, offset): EditOperation => {
    return { op: 'addBlock', groupId, value, index: index + offset };
  });
}
