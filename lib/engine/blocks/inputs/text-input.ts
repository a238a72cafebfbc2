import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalFlag, optionalObject, optionalText } from '#lib/engine/model/block-options.ts';
import { prefilledInput } from './shown-input.ts';

/** The engine reads these options when it stores an answer. */
export const textInputOptions = z.object({
  variableId: optionalText,
  attachments: optionalObject({ isEnabled: optionalFlag, saveVariableId: optionalText }),
  audioClip: optionalObject({ isEnabled: optionalFlag, saveVariableId: optionalText }),
});

/** Accepts any text as it is, even an empty one, and the address of a recording. */
export const textInputBlock: InputModule = {
  kind: 'input',
  type: 'text input',
  shortName: 'text',
  show: prefilledInput,
  readsUnshown: true,
  read(reply) {
    if (!reply) return { status: 'refused' };
    return { status: 'accepted', content: reply.type === 'audio' ? reply.url : reply.text };
  },
};
