import * as z from 'zod';
import type { ActionModule, BlockContext, Outcome } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ClientScript } from '#lib/engine/model/chat-protocol.ts';
import { addedParts, takenParts } from '#lib/engine/model/typed-text.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import { clientScript } from '#lib/engine/text/client-script.ts';
import { deriveParts } from '#lib/engine/text/derived-parts.ts';
import { once } from '#lib/platform/validation/once.ts';
import { clientValueScript } from './set-variable/client-value-script.ts';
import { computeCustomValue, dateOrPhoneNumber } from './set-variable/custom-value.ts';
import { dateValue, momentOfTheDay } from './set-variable/date-value.ts';
import { appendedList, itemAtSameIndex, shortenedList } from './set-variable/list-value.ts';

export const setVariableOptions = once(() =>
  z.object({
    variableId: optionalText,
    type: optionalText,
    expressionToEvaluate: optionalText,
    isCode: optionalFlag,
    isExecutedOnClient: optionalFlag,
    isUnsafe: optionalFlag,
    saveErrorInVariableId: optionalText,
    item: optionalText,
    saveItemInVariableId: optionalText,
    timeZone: optionalText,
    mapListItemParams: optionalObject({
      baseItemVariableId: optionalText,
      baseListVariableId: optionalText,
      targetListVariableId: optionalText,
    }),
  }),
);

type Options = z.output<ReturnType<typeof setVariableOptions>>;

export const setVariableBlock: ActionModule = {
  kind: 'logic',
  type: 'Set variable',
  async run(block, context) {
    const options = readOptions(setVariableOptions(), block.options);
    if (options.variableId === undefined) return {};
    return (await setByType(options, options.variableId, context)) ?? {};
  },
  resume(block, text, context) {
    const { variableId } = readOptions(setVariableOptions(), block.options);
    // Clients send an empty reply if their script returned nothing.
    if (text === '') return;
    const value = parseJsonValue(text);
    context.set(variableId, value === NOT_JSON ? text : value);
  },
};

/** @returns actions for the client, if the client determines the value */
async function setByType(
  options: Options,
  variableId: string,
  context: BlockContext,
): Promise<Outcome | undefined> {
  const { variables } = context;
  const current = variables.valueOf(variableId);
  switch (options.type) {
    case undefined:
    case 'Custom':
      return setCustom(options, variableId, context);
    case 'Append value(s)':
      if (options.item !== undefined) {
        const item = context.render(options.item);
        const added = deriveParts(options.item, item, variables);
        const typed = addedParts(variables.typedParts(variableId), added === true ? [item] : (added ?? []));
        context.set(variableId, appendedList(current, item), { typed });
      }
      return;
    case 'Pop':
    case 'Shift': {
      const { rest, taken } = shortenedList(current, options.type);
      const typed = variables.typedParts(variableId);
      context.set(options.saveItemInVariableId, taken, { typed: takenParts(typed, taken) });
      context.set(variableId, rest, { typed });
      return;
    }
    case 'Map item with same index': {
      const { baseItemVariableId, baseListVariableId, targetListVariableId } =
        options.mapListItemParams ?? {};
      const [item, list, target] = [baseItemVariableId, baseListVariableId, targetListVariableId].map((id) =>
        variables.valueOf(id),
      );
      const taken = itemAtSameIndex(item, list, target);
      const typed = takenParts(variables.typedParts(targetListVariableId), taken);
      context.set(variableId, taken, { typed });
      return;
    }
    case 'Now':
    case 'Today':
    case 'Yesterday':
    case 'Tomorrow':
      context.set(variableId, dateValue(options.type, options.timeZone, context));
      return;
    case 'Moment of the day': {
      const moment = momentOfTheDay(options.timeZone, context);
      if (moment === undefined) return askClient(clientValueScript(options.type));
      context.set(variableId, moment);
      return;
    }
    case 'Device type':
      return askClient(clientValueScript(options.type));
    case 'Transcript':
      return setTranscript(variableId, context);
    case 'User ID':
    case 'Result ID':
      context.set(variableId, context.chat.resultId ?? context.ports.createId());
      return;
    case 'Random ID':
      context.set(variableId, context.ports.createId());
      return;
    case 'Environment name':
      context.set(variableId, 'web');
      return;
    // "Empty", values that only exist on channels other than the web ("Phone number", "Contact name",
    // "Referral …"), and types added later.
    default:
      context.set(variableId, null);
  }
}

async function setCustom(
  options: Options,
  variableId: string,
  context: BlockContext,
): Promise<Outcome | undefined> {
  const {
    expressionToEvaluate: expression,
    isCode,
    isExecutedOnClient,
    isUnsafe,
    saveErrorInVariableId,
  } = options;
  if (!expression) {
    context.set(variableId, null);
    return;
  }
  if (isExecutedOnClient && (isCode || dateOrPhoneNumber(expression, context) === undefined)) {
    return askClient({
      ...clientScript(expression, context.variables),
      ...(isCode !== undefined && { isCode }),
      ...(isUnsafe !== undefined && { isUnsafe }),
    });
  }
  const { value, error } = await computeCustomValue(expression, { isCode: isCode === true, context });
  if (error && isCode) {
    const description = JSON.stringify({ context: error.context, description: error.description });
    context.log({ description, context: 'While evaluating set variable expression' });
    context.set(saveErrorInVariableId, description);
  }
  context.set(variableId, value, { typed: deriveParts(expression, value, context.variables) });
}

/** Kept only for the duration of the chat, because the result already contains the conversation. */
function setTranscript(variableId: string, context: BlockContext): undefined {
  const { transcript, transcriptReplies } = context.chat;
  context.set(variableId, transcript(), { isSessionVariable: true, typed: transcriptReplies() });
}

function askClient(scriptToExecute: ClientScript): Outcome {
  return {
    actions: [{ type: 'setVariable', setVariable: { scriptToExecute }, expectsDedicatedReply: true }],
  };
}
