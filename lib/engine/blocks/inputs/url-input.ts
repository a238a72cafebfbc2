import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { prefilledInput } from './shown-input.ts';
import { isWebUrl } from './web-url.ts';

export const urlInputOptions = z.object({ variableId: optionalText, retryMessageContent: optionalText });

/** Accepts the address of a web page, as it was typed. */
export const urlInputBlock: InputModule = {
  kind: 'input',
  type: 'url input',
  shortName: 'url',
  show: prefilledInput,
  readsUnshown: true,
  read(reply) {
    if (reply?.type !== 'text' || !isWebUrl(reply.text)) return { status: 'refused' };
    return { status: 'accepted', content: reply.text };
  },
};
