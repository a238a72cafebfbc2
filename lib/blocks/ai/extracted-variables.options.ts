import type * as z from 'zod';
import {
  describeFlag,
  describeList,
  describeString,
  describeVariable,
  describeVariants,
} from '#lib/blocks/field-schema.ts';
import { describeModel } from './chat-completion.options.ts';

/**
 * Describes the action that has a model find values for variables in a text.
 *
 * @param model a model, as an example
 */
export function describeVariableExtraction(model: string): z.ZodRawShape {
  return {
    model: describeModel(model),
    prompt: describeString({
      title: 'Text',
      description: 'Contains the values, with instructions if needed.',
      control: 'longText',
    }),
    variablesToExtract: describeList(describeExtractedVariable(), { title: 'Variables' }),
  };
}

function describeExtractedVariable(): z.ZodType {
  return describeVariants(
    {
      variableId: describeVariable({ title: 'Save in' }),
      description: describeString({
        title: 'Description',
        description: 'Tells the model which value to look for. It also sees the name of the variable.',
      }),
      isRequired: describeFlag({
        title: 'Required',
        description: 'Off: the model may find no value.',
        default: false,
      }),
    },
    {
      name: 'type',
      hint: {
        title: 'Type',
        description: 'An entry without a type is ignored.',
        choices: ['Text', 'Number', 'Yes or no', 'List of texts', 'One of several'],
      },
    },
    {
      string: {},
      number: {},
      boolean: {},
      array: {},
      enum: { values: describeList(describeString({ title: 'Value' }), { title: 'Values' }) },
    },
  );
}
