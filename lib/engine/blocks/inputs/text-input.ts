import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalObject, optionalText } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';

/** The engine reads these options when it stores an answer. */
export const textInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    attachments: optionalObject({ isEnabled: optionalFlag, saveVariableId: optionalText }),
    audioClip: optionalObject({ isEnabled: optionalFlag, saveVariableId: optionalText }),
  }),
);

/** Accepts any text unchanged, even an empty one, as well as the URL of a voice recording. */
export const textInputBlock: InputModule = {
  kind: 'input',
  type: 'text input',
  shortName: 'text',
  show: renderPrefilledInput,
  readsUnshown: true,
  read(reply) {
    if (!reply) return { status: 'refused' };
    return { status: 'accepted', content: reply.type === 'audio' ? reply.url : reply.text };
  },
};
