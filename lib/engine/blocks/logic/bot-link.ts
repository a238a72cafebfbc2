import * as z from 'zod';
import type { ActionModule, BlockContext, Outcome } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatFlow, Target } from '#lib/engine/model/chat-flow.ts';
import { targetAfter } from '#lib/engine/model/edge-target.ts';
import { startTarget } from '#lib/engine/model/start-target.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';
import { once } from '#lib/platform/validation/once.ts';

export const botLinkOptions = once(() =>
  z.object({
    typebotId: optionalText,
    groupId: optionalText,
    mergeResults: optionalFlag,
  }),
);

/** Runs another bot of the workspace, or another group of this bot, and then continues. */
export const botLinkBlock: ActionModule = {
  kind: 'logic',
  type: 'Typebot link',
  async run(block, context): Promise<Outcome> {
    const { typebotId: botId, groupId, mergeResults } = readOptions(botLinkOptions(), block.options);
    if (!botId) return failed(context, 'Bot ID is not specified');
    const after = targetAfter(context.flow, block.id);
    const goOn = after && { after };

    if (botId === 'current' || botId === context.flow.botId) {
      const target = targetIn(context.flow, groupId, context);
      // A bot that links to itself shares answers and variables anyway, so it does not need a second frame.
      return target ? { go: { target }, ...goOn } : failed(context, `Group with ID "${groupId}" not found`);
    }

    const linked = await context.ports.linkedBot(botId);
    if (!linked) return failed(context, `Bot with ID ${botId} not found`);
    const target = targetIn(linked.flow, groupId, context);
    if (!target) return failed(context, `Group with ID "${groupId}" not found`);
    return { link: { ...linked, target, isMerging: mergeResults === true }, ...goOn };
  },
};

/** Finds a group by id or by the title in a variable. Defaults to where the bot starts. */
function targetIn(
  flow: ChatFlow,
  groupId: string | undefined,
  { variables }: BlockContext,
): Target | undefined {
  if (!groupId) {
    const start = startTarget(flow);
    return start && { groupId: start.groupId };
  }
  const name = soleVariableName(groupId);
  const title = name === undefined ? undefined : variables.setByName(name)?.value;
  const group =
    name === undefined
      ? flow.groupsById.get(groupId)
      : flow.groups.find((candidate) => candidate.title === title);
  return group && { groupId: group.id };
}

function failed(context: BlockContext, details: string): Outcome {
  context.log({ status: 'error', description: 'Failed to link bot', details });
  return {};
}
