import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { loadPackage } from '#lib/platform/validation/load-package.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';

export const emailInputOptions = once(() =>
  z.object({ variableId: optionalText, retryMessageContent: optionalText }),
);

/** Accepts an email address and stores it in lowercase. */
export const emailInputBlock: InputModule = {
  kind: 'input',
  type: 'email input',
  shortName: 'email',
  retryText: "This email doesn't seem to be valid. Can you type it again?",
  show: renderPrefilledInput,
  readsUnshown: true,
  read(reply) {
    if (reply?.type !== 'text' || !isEmailAddress(reply.text)) return { status: 'refused' };
    return { status: 'accepted', content: reply.text.toLowerCase() };
  },
};

const ASCII_DOMAIN = /@[!-~]+$/;

/** The domain must be ASCII, as in Typebot. The local part may contain any characters. */
function isEmailAddress(text: string): boolean {
  const isEmail = loadPackage(
    'validator/lib/isEmail.js',
  ) as typeof import('validator/lib/isEmail.js')['default'];
  return ASCII_DOMAIN.test(text) && isEmail(text, { allow_ip_domain: true });
}
