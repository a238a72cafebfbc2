import * as z from 'zod';
import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { toShownOptions } from './retry-text.ts';

const savedOptions = once(() => z.object({ variableId: optionalText }));

/**
 * Renders a block for the client. Options missing from the document are not filled in, because clients have
 * the defaults. Leftovers from old documents (such as the block's group id) are dropped, and so is anything
 * that clients cannot parse.
 */
export function renderInput(
  { id, type, outgoingEdgeId, items, options }: ChatBlock,
  context: BlockContext,
): ShownInput {
  const block = {
    id,
    type,
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
    ...(Array.isArray(items) && { items: items.filter(isJsonObject) }),
    ...(isJsonObject(options) && { options: toShownOptions(type, options) }),
  };
  return context.renderAll(block) as ShownInput;
}

/** Like `renderInput`, but prefilled with the current value of the input's variable. */
export function renderPrefilledInput(block: ChatBlock, context: BlockContext): ShownInput {
  const { variableId } = readOptions(savedOptions(), block.options);
  const value = context.variables.valueOf(variableId);
  const shown = renderInput(block, context);
  return typeof value === 'string' && value !== '' ? { ...shown, prefilledValue: value } : shown;
}
