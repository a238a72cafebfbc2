import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { type BlockContextOptions, blockContext } from '#test/support/chat/block-context.ts';

/** Runs a block that only returns client actions. */
export async function runClientSide(module: ActionModule, options: unknown, given: BlockContextOptions = {}) {
  const context = blockContext(given);
  const { actions, ...others } = await module.run({ id: 'b', type: module.type, options }, context);
  if (Object.keys(others).length > 0) throw new Error('The block did more than that');
  return { actions, logs: context.logs };
}
