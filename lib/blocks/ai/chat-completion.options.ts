import type * as z from 'zod';
import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeNumber, describeString } from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';
import { describeAiFunctions } from './functions.options.ts';
import { describeAiMessages } from './messages.options.ts';

/** Parts of a model's reply, as blocks save them. */
export const COMPLETION_PARTS = [
  'Message content',
  'Total tokens',
  'Prompt tokens',
  'Completion tokens',
] as const;

/** Describes the name of a model. Services add models at any time, so any text is accepted. */
export function describeModel(placeholder: string): z.ZodType {
  return describeString({ title: 'Model', placeholder });
}

export function describeTemperature(): z.ZodType {
  return describeNumber({
    title: 'Temperature',
    description: 'Higher for more variety, 0 for almost none.',
    placeholder: '0.7',
    isRare: true,
  });
}

/**
 * Describes the action that has a model continue a conversation.
 *
 * @param model a model, as an example
 */
export function describeChatCompletion(model: string): z.ZodRawShape {
  return {
    model: describeModel(model),
    messages: describeAiMessages(['system', 'user', 'assistant', 'Dialogue']),
    responseMapping: describeResponseMapping(COMPLETION_PARTS),
    temperature: describeTemperature(),
    tools: describeAiFunctions({ hasType: true }),
  };
}

/** Describes the block of a service that only continues conversations. */
export function describeCompletionBlock(model: string): BlockSchema {
  return describeActionBlock(describeAccount(), { 'Create chat completion': describeChatCompletion(model) });
}
