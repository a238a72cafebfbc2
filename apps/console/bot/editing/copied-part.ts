import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { copyFragment } from '#lib/bots/editing/flow-fragment.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { planInsertion } from '#lib/bots/editing/plan-insertion.ts';
import { chooseCoordinates, readBlock, type Selection } from './edited-parts.ts';

/** The bot that a part is copied from, or pasted into. */
type EditedBot = { id: string; workspaceId: string };

type PasteTarget = {
  document: BotDocument;
  edit: (operations: readonly EditOperation[]) => void;
  newId: () => string;
};

/** Returns a group or a block as text for the clipboard. Undefined if nothing of the kind is selected. */
export function copySelection(
  { document }: { document: BotDocument },
  { groupId, blockId }: Selection,
  { id: botId, workspaceId }: EditedBot,
): string | undefined {
  if (blockId === undefined && groupId === undefined) return undefined;
  const chosen = blockId === undefined ? { groupIds: [groupId ?? ''] } : { blockIds: [blockId] };
  return JSON.stringify(copyFragment(document, chosen, { botId, workspaceId }), null, 2);
}

/**
 * Puts what was copied, here or in another bot, into the flow: groups beside the selected one, blocks behind the selected
 * one or at the end of the selected group.
 *
 * @returns what was left out of it
 * @throws Error if the text is not a part of a flow, or its blocks have no group to go to
 */
export function insertCopiedText(
  { document, edit, newId }: PasteTarget,
  text: string,
  selection: Selection,
  { id: botId, workspaceId }: EditedBot,
): string[] {
  const target = { botId, workspaceId, position: choosePosition(document, selection, readKind(text)) };
  const { operations, warnings } = planInsertion(document, JSON.parse(text), target, newId);
  edit(operations);
  return warnings.map(({ message }) => message);
}

/** Whether a text on the clipboard may be a part of a flow. */
export function isCopiedPart(text: string): boolean {
  return readKind(text) !== undefined;
}

function readKind(text: string): 'groups' | 'blocks' | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const { kind } = JSON.parse(text) as { kind?: unknown };
    return kind === 'groups' || kind === 'blocks' ? kind : undefined;
  } catch {
    return undefined;
  }
}

function choosePosition(
  document: BotDocument,
  { groupId, blockId }: Selection,
  kind: 'groups' | 'blocks' | undefined,
) {
  if (kind !== 'blocks') return chooseCoordinates(document, groupId);
  const located = blockId === undefined ? undefined : readBlock(document, blockId);
  if (located) return { groupId: located.group.id, index: located.index + 1 };
  const group = document.groups.find(({ id }) => id === groupId);
  if (!group) throw new Error('Open the group that the blocks belong into first.');
  return { groupId: group.id, index: group.blocks.length };
}
