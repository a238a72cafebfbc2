import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeText, describeVariable } from '#lib/blocks/field-schema.ts';

/** Describes a block that has a text spoken by ElevenLabs. */
export function describeElevenlabs(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Convert text to speech': {
      text: describeText({ title: 'Text', control: 'longText' }),
      voiceId: describeText({ title: 'Voice', description: 'Its id at ElevenLabs.' }),
      modelId: describeText({ title: 'Model', placeholder: 'eleven_multilingual_v2', isRare: true }),
      saveUrlInVariableId: describeVariable({
        title: 'Save address in',
        description: 'Address of the audio file.',
      }),
    },
  });
}
