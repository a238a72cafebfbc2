import type * as z from 'zod';
import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import {
  describeChatCompletion,
  describeModel,
  describeTemperature,
} from '#lib/blocks/ai/chat-completion.options.ts';
import { describeVariableExtraction } from '#lib/blocks/ai/extracted-variables.options.ts';
import { describeAiFunctions, describeKnownFunctions } from '#lib/blocks/ai/functions.options.ts';
import { describeOpenaiApi, describeOpenaiSpeech } from '#lib/blocks/ai/openai-api.options.ts';
import {
  type BlockSchema,
  describeFlag,
  describeList,
  describeNumber,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

const MODEL = 'gpt-4o';

/** Describes a block that asks an OpenAI model or assistant, extracts variables, or has speech made or written down. */
export function describeOpenai(): BlockSchema {
  return describeActionBlock(
    { ...describeAccount(), ...describeOpenaiApi() },
    {
      'Create chat completion': describeChatCompletion(MODEL),
      'Ask Model': describeModelQuestion(),
      'Ask Assistant': describeAssistantQuestion(),
      'Generate variables': describeVariableExtraction(MODEL),
      'Create speech': {
        ...describeOpenaiSpeech(),
        instructions: describeString({
          title: 'Way of speaking',
          placeholder: 'Speak slowly and kindly.',
          isRare: true,
        }),
      },
      'Create transcription': describeTranscription(),
    },
  );
}

function describeMessage(): z.ZodType {
  return describeString({ title: 'Message', control: 'longText' });
}

function describeModelQuestion(): z.ZodRawShape {
  return {
    model: describeModel(MODEL),
    instructions: describeString({
      title: 'Instructions',
      description: 'Tells the model how to behave.',
      control: 'longText',
    }),
    message: describeMessage(),
    responseIdVariableId: describeVariable({
      title: 'Conversation',
      description: 'Keeps the id of the last response, so the model remembers the conversation.',
    }),
    responseMapping: describeResponseMapping(['Message', 'Response ID']),
    webSearchEnabled: describeFlag({ title: 'Search the web', default: false }),
    codeInterpreterEnabled: describeFlag({
      title: 'Run code',
      description: 'Lets the model write Python and run it at OpenAI.',
      default: false,
      isRare: true,
    }),
    fileSearchVectorStoreIds: describeList(describeString({ title: 'Vector store', placeholder: 'vs_123' }), {
      title: 'Search in files',
      description: 'Ids of vector stores at OpenAI, which contain the files.',
      isRare: true,
    }),
    fileSearchMaxNumResults: describeNumber({
      title: 'Most file results',
      isRare: true,
    }),
    fileSearchScoreThreshold: describeNumber({
      title: 'Lowest file score',
      description: 'From 0 to 1. Results that match less are left out.',
      isRare: true,
    }),
    temperature: describeTemperature(),
    functions: describeAiFunctions(),
  };
}

function describeAssistantQuestion(): z.ZodRawShape {
  return {
    assistantId: describeString({ title: 'Assistant', placeholder: 'asst_123' }),
    message: describeMessage(),
    threadVariableId: describeVariable({
      title: 'Conversation',
      description: 'Keeps the id of the thread, so the assistant remembers the conversation.',
    }),
    responseMapping: describeResponseMapping(['Message', 'Thread ID']),
    additionalInstructions: describeString({
      title: 'Further instructions',
      control: 'longText',
      isRare: true,
    }),
    threadId: describeString({
      title: 'Thread id',
      description: 'Used while the variable of the conversation is empty.',
      placeholder: 'thread_123',
      isRare: true,
    }),
    functions: describeKnownFunctions(),
  };
}

function describeTranscription(): z.ZodRawShape {
  return {
    url: describeString({ title: 'Audio file', control: 'url', placeholder: '{{Audio clip}}' }),
    transcriptionVariableId: describeVariable({ title: 'Save text in' }),
    model: describeString({ title: 'Model', default: 'whisper-1', isRare: true }),
    prompt: describeString({
      title: 'Hints',
      description: 'Names and words that the recording may contain.',
      isRare: true,
    }),
  };
}
