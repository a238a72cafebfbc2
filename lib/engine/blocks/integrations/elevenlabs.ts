import * as z from 'zod';
import { ELEVENLABS } from '#lib/blocks/integrations/elevenlabs.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { keepFile } from '#lib/engine/services/kept-file.ts';
import { askService } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, required, requiredSecret } from './action-block.ts';

export const elevenlabsOptions = once(() =>
  z.object({
    text: optionalText,
    voiceId: optionalText,
    modelId: optionalText,
    saveUrlInVariableId: optionalText,
  }),
);

/** Converts text to speech with an ElevenLabs voice. */
export const elevenlabsBlock = actionBlock({
  about: ELEVENLABS,
  options: elevenlabsOptions,
  actions: {
    'Convert text to speech': {
      doing: 'While converting text to speech',
      async run({ text, voiceId, modelId, saveUrlInVariableId }, { context, credentials }) {
        const apiKey = requiredSecret(credentials, 'apiKey');
        const voice = required(voiceId, 'No voice provided');
        const spoken = required(text, 'No text provided');
        const url = await keepFile({ extension: 'mp3', mediaType: 'audio/mpeg' }, context, async () => {
          const { body } = await askService(
            {
              url: `https://api.elevenlabs.io/v1/text-to-speech/${encodeURIComponent(voice)}`,
              headers: { accept: 'audio/mpeg' },
              credentials: { 'xi-api-key': apiKey },
              json: { text: spoken, ...(modelId !== undefined && { model_id: modelId }) },
            },
            context.ports,
          );
          return body;
        });
        context.set(saveUrlInVariableId, url);
        return undefined;
      },
    },
  },
});
