import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { shownOptions } from './retry-text.ts';

const savedOptions = z.object({ variableId: optionalText });

/**
 * The block with its templates filled in. What the document leaves out stays out, because clients have the
 * defaults. What only old documents have (such as the group in the block) is left out, and so is what no
 * client could read.
 */
export function shownInput(
  { id, type, outgoingEdgeId, items, options }: ChatBlock,
  context: BlockContext,
): ShownInput {
  const block = {
    id,
    type,
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
    ...(Array.isArray(items) && { items: items.filter(isJsonObject) }),
    ...(isJsonObject(options) && { options: shownOptions(type, options) }),
  };
  return context.renderAll(block) as ShownInput;
}

/** Like `shownInput`, with the current text of its variable as the initial value in the client. */
export function prefilledInput(block: ChatBlock, context: BlockContext): ShownInput {
  const { variableId } = readOptions(savedOptions, block.options);
  const value = context.variables.valueOf(variableId);
  const shown = shownInput(block, context);
  return typeof value === 'string' && value !== '' ? { ...shown, prefilledValue: value } : shown;
}
