import * as z from 'zod';
import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatFlow, Target } from '#lib/engine/model/chat-flow.ts';
import { edgeTarget } from '#lib/engine/model/edge-target.ts';
import { once } from '#lib/platform/validation/once.ts';

const eventOptions = once(() =>
  z.object({
    command: optionalText,
    resumeAfter: optionalFlag,
    contentVariableId: optionalText,
    inputTypeVariableId: optionalText,
    inputNameVariableId: optionalText,
  }),
);

export type ConnectedEvent = {
  event: BotEvent;
  target: Target;
  options: z.output<ReturnType<typeof eventOptions>>;
};

/**
 * Finds the first event of a type whose edge leads to a group. A command event must also match the command's
 * name.
 */
export function findConnectedEvent(
  flow: ChatFlow,
  type: 'command' | 'reply' | 'invalidReply',
  command?: string,
): ConnectedEvent | undefined {
  for (const event of flow.events) {
    if (event.type !== type) continue;
    const options = readOptions(eventOptions(), event.options);
    if (type === 'command' && options.command !== command) continue;
    const target = edgeTarget(flow, event.outgoingEdgeId);
    if (!target || !flow.groupsById.has(target.groupId)) continue;
    // Reply events lead to the start of a group. Only commands may lead to one of its blocks.
    return { event, target: type === 'command' ? target : { groupId: target.groupId }, options };
  }
  return undefined;
}
