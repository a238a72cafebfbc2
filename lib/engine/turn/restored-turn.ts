import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { TextFormat } from '#lib/engine/model/chat-protocol.ts';
import type { ChatState } from '#lib/engine/model/chat-state.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { toRunningFrame } from './frame.ts';
import { Turn } from './turn.ts';
import { waitingBlockGone } from './waiting-block-gone.ts';

/** A conversation between two turns. */
export type WaitingChat = {
  state: ChatState;
  /** Flows of the state's frames, in the same order. */
  flows: ChatFlow[];
  sessionId: string;
  textFormat: TextFormat;
};

/** Creates the turn that continues a conversation. */
export function restoreTurn({ state, flows, sessionId, textFormat }: WaitingChat, ports: ChatPorts): Turn {
  const frames = state.frames.map((frame, index) => {
    const flow = flows[index];
    if (!flow) throw waitingBlockGone();
    return toRunningFrame(frame, flow);
  });
  const { waitingBlockId, returnMark, progress, dynamicTheme, transcript } = state;
  return new Turn(
    {
      frames,
      sessionId,
      textFormat,
      isPreview: state.isPreview,
      isStreamEnabled: state.isStreamEnabled === true,
      ...(waitingBlockId !== undefined && { waitingBlockId }),
      ...(returnMark && { returnMark }),
      ...(progress && { progress }),
      ...(dynamicTheme && { dynamicTheme }),
      ...(transcript && { transcript }),
    },
    ports,
  );
}
