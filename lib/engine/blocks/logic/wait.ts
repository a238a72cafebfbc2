import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalFlag, readOptions } from '#lib/engine/model/block-options.ts';

export const waitOptions = z.object({ secondsToWaitFor: numberOrTemplate, shouldPause: optionalFlag });

/** Has the client wait before it shows what follows, or before it asks for it (`shouldPause`). */
export const waitBlock: ActionModule = {
  kind: 'logic',
  type: 'Wait',
  run(block, context) {
    const { secondsToWaitFor, shouldPause } = readOptions(waitOptions, block.options);
    // People of many countries write "1,5".
    const seconds = Number.parseFloat(context.render(String(secondsToWaitFor ?? '')).replace(',', '.'));
    if (!Number.isFinite(seconds)) return {};
    // Deviation: a negative time counts as 0, because a client could not do anything else with it.
    const secondsToWait = Math.max(0, seconds);
    if (secondsToWait === 0 && !shouldPause) return {};
    return {
      actions: [
        {
          type: 'wait',
          wait: { secondsToWaitFor: secondsToWait },
          ...(shouldPause && { expectsDedicatedReply: true }),
        },
      ],
    };
  },
};
