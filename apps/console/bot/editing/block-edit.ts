import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { planItemDeletion } from '#lib/bots/editing/plan-deletion.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { type FormEdit, toValueChange } from '../forms/form-edit.ts';
import type { EditedBlock } from './edited-parts.ts';

/**
 * Turns an edit of a block's form into operations. Items of a block have operations of their own, so that two people can
 * change different items at the same time.
 */
export function planBlockEdit(document: BotDocument, block: EditedBlock, edit: FormEdit): EditOperation[] {
  const [first, index, ...rest] = edit.path;
  const items = Array.isArray(block.items) ? block.items : [];
  if (first === 'items' && items.every(hasId)) {
    if (edit.path.length === 1 && edit.kind !== 'set') return planItemEdit(document, block, items, edit);
    const item = typeof index === 'number' ? items[index] : undefined;
    if (item && rest.length > 0) {
      const change = toValueChange(item, { ...edit, path: rest });
      return change ? [{ op: 'changeItem', blockId: block.id, itemId: item.id, ...change }] : [];
    }
  }
  const change = toValueChange(block, edit);
  return change ? [{ op: 'changeBlock', blockId: block.id, ...change }] : [];
}

function planItemEdit(
  document: BotDocument,
  block: EditedBlock,
  items: readonly EditedBlock[],
  edit: Exclude<FormEdit, { kind: 'set' }>,
): EditOperation[] {
  switch (edit.kind) {
    case 'insert': {
      const value = isJsonObject(edit.value) ? edit.value : {};
      return [{ op: 'addItem', blockId: block.id, value: value as EditedBlock, index: edit.index }];
    }
    case 'remove': {
      const item = items[edit.index];
      return item ? planItemDeletion(document, block.id, item.id) : [];
    }
    case 'move': {
      const item = items[edit.from];
      if (!item || !items[edit.to] || edit.from === edit.to) return [];
      return [{ op: 'moveItem', blockId: block.id, itemId: item.id, was: edit.from, value: edit.to }];
    }
  }
}

function hasId(item: unknown): item is EditedBlock {
  return isJsonObject(item) && typeof item.id === 'string';
}
