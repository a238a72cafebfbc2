import type * as z from 'zod';
import { describeChoice, describeString, describeVariable } from '#lib/blocks/field-schema.ts';

/** Describes which API with the calls of OpenAI a block uses. */
export function describeOpenaiApi(): z.ZodRawShape {
  return {
    baseUrl: describeString({
      title: 'API address',
      description: "Of another service with OpenAI's API. If empty, the account's.",
      placeholder: 'https://api.openai.com/v1',
      control: 'url',
      isRare: true,
    }),
    apiVersion: describeString({
      title: 'API version',
      description: 'Azure needs it.',
      placeholder: '2024-10-21',
      isRare: true,
    }),
  };
}

/** Describes the action that has a text spoken. */
export function describeOpenaiSpeech(): z.ZodRawShape {
  return {
    input: describeString({ title: 'Text', control: 'longText' }),
    voice: describeChoice(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'], {
      title: 'Voice',
      choices: ['Alloy', 'Echo', 'Fable', 'Onyx', 'Nova', 'Shimmer'],
      default: 'alloy',
    }),
    saveUrlInVariableId: describeVariable({
      title: 'Save address in',
      description: 'Address of the audio file.',
    }),
    model: describeString({ title: 'Model', default: 'tts-1', isRare: true }),
  };
}
