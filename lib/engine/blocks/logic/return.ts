import type { ActionModule } from '#lib/engine/model/block-module.ts';

/** Goes back to where a jump or an event left the flow. Does nothing if none has left it. */
export const returnBlock: ActionModule = {
  kind: 'logic',
  type: 'Return',
  run: () => ({ isReturn: true }),
};
