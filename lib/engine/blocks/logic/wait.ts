import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { numberOrTemplate, optionalFlag, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';

export const waitOptions = once(() =>
  z.object({ secondsToWaitFor: numberOrTemplate(), shouldPause: optionalFlag }),
);

/** Has the client wait before showing what follows or, with `shouldPause`, before requesting it. */
export const waitBlock: ActionModule = {
  kind: 'logic',
  type: 'Wait',
  run(block, context) {
    const { secondsToWaitFor, shouldPause } = readOptions(waitOptions(), block.options);
    // Many locales use a decimal comma.
    const text = context.render(String(secondsToWaitFor ?? ''));
    const seconds = Number.parseFloat(text.replace(',', '.'));
    if (!Number.isFinite(seconds)) {
      if (text.trim() !== '') {
        context.log({
          status: 'error',
          description: 'Nothing was waited for: the time to wait is not a number',
        });
      }
      return {};
    }
    // Deviation: a negative time is treated as 0.
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
