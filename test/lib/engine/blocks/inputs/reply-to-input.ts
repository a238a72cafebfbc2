import type { InputModule, ReadReply } from '#lib/engine/model/block-module.ts';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import { type BlockContextOptions, blockContext } from '#test/support/chat/block-context.ts';

export type InputReply = Exclude<Reply, { type: 'command' }>;

export type TestInput = {
  options?: unknown;
  items?: unknown;
  context?: BlockContextOptions;
};

/** Shows an input and reads a reply to it, as the engine does. A string is a text reply. */
export async function replyToInput(
  module: InputModule,
  { options, items, context: contextOptions }: TestInput,
  reply: string | InputReply | undefined,
): Promise<ReadReply> {
  const context = blockContext(contextOptions);
  const block = {
    id: 'input1',
    type: module.type,
    ...(options !== undefined && { options }),
    ...(items !== undefined && { items }),
  };
  const shown = module.show ? await module.show(block, context) : block;
  return await module.read(
    typeof reply === 'string' ? { type: 'text', text: reply } : reply,
    shown as never,
    context,
  );
}

/** Returns what is stored for a reply, or null if it is rejected. */
export async function getContent(
  module: InputModule,
  input: TestInput,
  reply: string | InputReply | undefined,
): Promise<string | null> {
  const read = await replyToInput(module, input, reply);
  return read.status === 'accepted' ? read.content : null;
}
