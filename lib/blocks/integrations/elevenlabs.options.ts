import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString, describeVariable } from '#lib/blocks/field-schema.ts';

/** Describes a block that has a text spoken by ElevenLabs. */
export function describeElevenlabs(): BlockSchema {
  return describeActionBlock(describeAccount(), {
    'Convert text to speech': {
      text: describeString({ title: 'Text', control: 'longText' }),
      voiceId: describeString({ title: 'Voice', description: 'Its id at ElevenLabs.' }),
      modelId: describeString({ title: 'Model', placeholder: 'eleven_multilingual_v2', isRare: true }),
      saveUrlInVariableId: describeVariable({
        title: 'Save address in',
        description: 'Address of the audio file.',
      }),
    },
  });
}
