import type { ActionModule } from '#lib/engine/model/block-module.ts';

/** Goes back to where a jump or an event left the flow. Without one it does nothing. */
export const returnBlock: ActionModule = {
  kind: 'logic',
  type: 'Return',
  run: () => ({ isReturn: true }),
};
