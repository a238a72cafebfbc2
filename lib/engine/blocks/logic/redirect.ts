import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';

export const redirectOptions = z.object({ url: optionalText, isNewTab: optionalFlag });

/** Anything else gets a scheme, so that a redirect can never be a script. */
const HAS_SCHEME = /^(https?:|mailto:|tel:|sms:)/i;

export const redirectBlock: ActionModule = {
  kind: 'logic',
  type: 'Redirect',
  run(block, context) {
    const { url, isNewTab } = readOptions(redirectOptions, block.options);
    const address = context.render(url ?? '').trim();
    // Deviation: if nothing is left of the address, there is nowhere to go, not even to "https://".
    if (address === '') return {};
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
