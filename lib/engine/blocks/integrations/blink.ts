import * as z from 'zod';
import { BLINK } from '#lib/blocks/integrations/blink.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, type BlockAction } from './action-block.ts';

export const blinkOptions = once(() => z.object({ url: optionalText }));

type BlinkOptions = z.output<ReturnType<typeof blinkOptions>>;

/** URLs that would execute code in the client's page. */
const IS_CODE = /^\s*(javascript|data|vbscript):/i;

const redirect: BlockAction<BlinkOptions> = {
  run({ url }) {
    if (url === undefined) throw new BlockError('The redirect was skipped: its address is empty');
    if (IS_CODE.test(url.replace(/[\t\n\r]/g, ''))) {
      throw new BlockError('The redirect was skipped: its address is code');
    }
    return {
      actions: [
        { type: 'codeToExecute', codeToExecute: { args: { url }, content: 'window.location.assign(url);' } },
      ],
    };
  },
};

function unsupported(what: string): BlockAction<BlinkOptions> {
  return {
    run() {
      throw new BlockError(`${what} was skipped: Blink's API is not supported`);
    },
  };
}

/** Redirects the respondent to a Blink page. Blink's API is not supported. */
export const blinkBlock = actionBlock({
  about: BLINK,
  options: blinkOptions,
  // Redirects need no credentials, and other actions do nothing.
  actions: {
    Redirect: redirect,
    'Get Users': unsupported('"Get Users"'),
    'Send Feed Event': unsupported('"Send Feed Event"'),
  },
});
