import * as z from 'zod';
import type { BlockContext, InputModule } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { once } from '#lib/platform/validation/once.ts';
import type { Choice } from './choice.ts';
import { readChoice } from './choice-reply.ts';
import { findDisplayedItems, showWithItems, toListedValues } from './displayed-items.ts';

export const choiceInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    isMultipleChoice: optionalFlag,
    dynamicVariableId: optionalText,
  }),
);

export const choiceItems = once(() =>
  lenientList(
    z.object({ id: z.string(), content: optionalText, value: optionalText, outgoingEdgeId: optionalText }),
  ),
);

/** Accepts one or more of its items, which may come from a variable. */
export const choiceInputBlock: InputModule = {
  kind: 'input',
  type: 'choice input',
  shortName: 'buttons',
  show: showChoiceInput,
  read(reply, shown) {
    const { isMultipleChoice = false } = readOptions(choiceInputOptions(), shown.options);
    const choices = choiceItems()
      .parse(shown.items)
      .map(
        ({ id, content, value, outgoingEdgeId }): Choice => ({
          id,
          ...(content !== undefined && { label: content }),
          ...(value !== undefined && { value }),
          ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
        }),
      );
    return readChoice(reply, choices, { isMultiple: isMultipleChoice });
  },
};

function showChoiceInput(block: ChatBlock, context: BlockContext): ShownInput {
  const { dynamicVariableId } = readOptions(choiceInputOptions(), block.options);
  const listed = toListedValues(context.variables.valueOf(dynamicVariableId));
  if (listed) {
    const contents = new Set(listed.filter((value) => value !== null && value !== ''));
    return showWithItems(
      block,
      [...contents].map((content, index) => ({ id: `choice${index}`, content })),
      context,
    );
  }
  // Deviation: if the variable is unset, the items from the editor are used, with their templates rendered.
  const items = findDisplayedItems(block, ({ displayCondition }) => displayCondition, context);
  return showWithItems(block, context.renderAll(items), context);
}
