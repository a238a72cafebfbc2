import * as z from 'zod';
import type { BlockContext, InputModule } from '#lib/engine/model/block-module.ts';
import {
  lenientList,
  optionalFlag,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { once } from '#lib/platform/validation/once.ts';
import type { Choice } from './choice.ts';
import { readChoice } from './choice-reply.ts';
import { findDisplayedItems, showWithItems, toListedValues } from './displayed-items.ts';

export const pictureChoiceInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    isMultipleChoice: optionalFlag,
    dynamicItems: optionalObject({
      isEnabled: optionalFlag,
      pictureSrcsVariableId: optionalText,
      titlesVariableId: optionalText,
      descriptionsVariableId: optionalText,
    }),
  }),
);

export const pictureItems = once(() =>
  lenientList(
    z.object({
      id: z.string(),
      title: optionalText,
      pictureSrc: optionalText,
      value: optionalText,
      outgoingEdgeId: optionalText,
    }),
  ),
);

/** Accepts one or more of its pictures, which may come from variables. */
export const pictureChoiceInputBlock: InputModule = {
  kind: 'input',
  type: 'picture choice input',
  shortName: 'picture choice',
  show: showPictureChoiceInput,
  read(reply, shown) {
    const { isMultipleChoice = false } = readOptions(pictureChoiceInputOptions(), shown.options);
    const choices = pictureItems()
      .parse(shown.items)
      .map(({ id, title, pictureSrc, value, outgoingEdgeId }): Choice => {
        // Deviation: a picture without a title is labeled with its URL, which is what clients send for it.
        const label = title || pictureSrc;
        return {
          id,
          ...(label !== undefined && { label }),
          ...(value !== undefined && { value }),
          ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
        };
      });
    return readChoice(reply, choices, { isMultiple: isMultipleChoice });
  },
};

function showPictureChoiceInput(block: ChatBlock, context: BlockContext): ShownInput {
  const { dynamicItems } = readOptions(pictureChoiceInputOptions(), block.options);
  const listOfVariable = (id: string | undefined) => toListedValues(context.variables.valueOf(id));
  const pictures = dynamicItems?.isEnabled ? listOfVariable(dynamicItems.pictureSrcsVariableId) : undefined;
  if (!pictures) {
    const items = findDisplayedItems(block, ({ displayCondition }) => displayCondition, context);
    return showWithItems(block, context.renderAll(items), context);
  }
  const titles = listOfVariable(dynamicItems?.titlesVariableId);
  const descriptions = listOfVariable(dynamicItems?.descriptionsVariableId);
  const items = pictures.flatMap((pictureSrc, index) =>
    pictureSrc === null
      ? []
      : [
          {
            id: String(index),
            pictureSrc,
            title: titles?.[index] ?? '',
            description: descriptions?.[index] ?? '',
          },
        ],
  );
  return showWithItems(block, items, context);
}
