import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';

export const redirectOptions = once(() => z.object({ url: optionalText, isNewTab: optionalFlag }));

/** Anything else is prefixed with a scheme, so that a redirect can never execute a script. */
const HAS_SCHEME = /^(https?:|mailto:|tel:|sms:)/i;

export const redirectBlock: ActionModule = {
  kind: 'logic',
  type: 'Redirect',
  run(block, context) {
    const { url, isNewTab } = readOptions(redirectOptions(), block.options);
    const address = context.render(url ?? '').trim();
    // Deviation: an empty URL is skipped rather than redirecting to "https://".
    if (address === '') {
      context.log({ status: 'error', description: 'The redirect was skipped: its address is empty' });
      return {};
    }
    return {
      actions: [
        {
          type: 'redirect',
          redirect: {
            url: HAS_SCHEME.test(address) ? address : `https://${address}`,
            ...(isNewTab !== undefined && { isNewTab }),
          },
        },
      ],
    };
  },
};
