import * as z from 'zod';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { BlockFailure } from '#lib/engine/services/service-request.ts';
import { actionBlock, type BlockAction } from './action-block.ts';

export const blinkOptions = z.object({ url: optionalText });

type BlinkOptions = z.output<typeof blinkOptions>;

/** An address that would run as code in the client's page. */
const IS_CODE = /^\s*(javascript|data|vbscript):/i;

const redirect: BlockAction<BlinkOptions> = {
  run({ url }) {
    if (url === undefined || IS_CODE.test(url.replace(/[\t\n\r]/g, ''))) return undefined;
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
      throw new BlockFailure(`${what} was skipped: this service does not work with Blink's API`);
    },
  };
}

/** Sends the respondent's client to a page of Blink. Blink's API is not supported. */
export const blinkBlock = actionBlock({
  type: 'blink',
  options: blinkOptions,
  // A redirect needs none, and the other actions do nothing.
  needsCredentials: false,
  actions: {
    Redirect: redirect,
    'Get Users': unsupported('"Get Users"'),
    'Send Feed Event': unsupported('"Send Feed Event"'),
  },
});
