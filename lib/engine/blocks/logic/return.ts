import type { ActionModule } from '#lib/engine/model/block-module.ts';

/** Jumps back to the point where a jump or an event interrupted the flow. No-op if there was none. */
export const returnBlock: ActionModule = {
  kind: 'logic',
  type: 'Return',
  run: () => ({ isReturn: true }),
};
