import isEmailModule from 'validator/lib/isEmail.js';
import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { prefilledInput } from './shown-input.ts';

export const emailInputOptions = z.object({ variableId: optionalText, retryMessageContent: optionalText });

/** Accepts an e-mail address, and stores it in lower case. */
export const emailInputBlock: InputModule = {
  kind: 'input',
  type: 'email input',
  shortName: 'email',
  retryText: "This email doesn't seem to be valid. Can you type it again?",
  show: prefilledInput,
  readsUnshown: true,
  read(reply) {
    if (reply?.type !== 'text' || !isEmailAddress(reply.text)) return { status: 'refused' };
    return { status: 'accepted', content: reply.text.toLowerCase() };
  },
};

const ASCII_DOMAIN = /@[!-~]+$/;

/** The domain must be ASCII, as bots have always had it. The part before the @ may have any characters. */
function isEmailAddress(text: string): boolean {
  // This CommonJS module has its function as `default`, whether it is bundled or not.
  return ASCII_DOMAIN.test(text) && isEmailModule.default(text, { allow_ip_domain: true });
}
