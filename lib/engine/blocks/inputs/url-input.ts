import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';
import { isWebUrl } from './web-url.ts';

export const urlInputOptions = once(() =>
  z.object({ variableId: optionalText, retryMessageContent: optionalText }),
);

/** Accepts a web URL and stores it as typed. */
export const urlInputBlock: InputModule = {
  kind: 'input',
  type: 'url input',
  shortName: 'url',
  show: renderPrefilledInput,
  readsUnshown: true,
  read(reply) {
    if (reply?.type !== 'text' || !isWebUrl(reply.text)) return { status: 'refused' };
    return { status: 'accepted', content: reply.text };
  },
};
