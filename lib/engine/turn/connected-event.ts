import * as z from 'zod';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatFlow, Target } from '#lib/engine/model/chat-flow.ts';
import { edgeTarget } from '#lib/engine/model/edge-target.ts';

const eventOptions = z.object({
  command: optionalText,
  resumeAfter: optionalFlag,
  contentVariableId: optionalText,
  inputTypeVariableId: optionalText,
  inputNameVariableId: optionalText,
});

export type ConnectedEvent = { target: Target; options: z.output<typeof eventOptions> };

/**
 * The first event of a type whose edge leads to a group. For a command, the event must also have that name.
 */
export function connectedEvent(
  flow: ChatFlow,
  type: 'command' | 'reply' | 'invalidReply',
  command?: string,
): ConnectedEvent | undefined {
  for (const event of flow.events) {
    if (event.type !== type) continue;
    const options = readOptions(eventOptions, event.options);
    if (type === 'command' && options.command !== command) continue;
    const target = edgeTarget(flow, event.outgoingEdgeId);
    if (!target || !flow.groupsById.has(target.groupId)) continue;
    // A reply event leads to the start of a group. Only a command may lead into the middle of one.
    return { target: type === 'command' ? target : { groupId: target.groupId }, options };
  }
  return undefined;
}
