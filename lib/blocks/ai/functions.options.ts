import type * as z from 'zod';
import {
  describeChoice,
  describeFlag,
  describeList,
  describeSection,
  describeString,
  describeVariants,
} from '#lib/blocks/field-schema.ts';

const TITLE = 'Functions';

/**
 * Describes functions written in JavaScript, which a model may call.
 *
 * @param hasType whether entries may name their type, of which there is one
 */
export function describeAiFunctions({ hasType }: { hasType?: true } = {}): z.ZodType {
  const type = describeChoice(['function'], { title: 'Kind', default: 'function', control: 'hidden' });
  const fields = {
    ...(hasType && { type }),
    ...describeNamedCode(),
    description: describeString({
      title: 'Description',
      description: 'Tells the model what the function does and when to call it.',
      control: 'longText',
    }),
    parameters: describeList(describeParameter(), { title: 'Parameters' }),
  };
  return describeList(describeSection(fields, { title: 'Function' }), {
    title: TITLE,
    description: 'The model may call them before it replies.',
    isRare: true,
  });
}

/** Describes code for functions whose descriptions and parameters the service knows already. */
export function describeKnownFunctions(): z.ZodType {
  return describeList(describeSection(describeNamedCode(), { title: 'Function' }), {
    title: TITLE,
    description: 'Code for the functions that the assistant has been given.',
    isRare: true,
  });
}

function describeNamedCode(): z.ZodRawShape {
  return {
    name: describeString({ title: 'Name', placeholder: 'getWeather' }),
    code: describeString({
      title: 'Code',
      description: 'Receives the parameters by their names. The model gets what it returns.',
      control: 'code',
      language: 'javascript',
    }),
  };
}

function describeParameter(): z.ZodType {
  return describeVariants(
    {
      name: describeString({ title: 'Name', placeholder: 'city' }),
      description: describeString({ title: 'Description' }),
      required: describeFlag({ title: 'Required', default: false }),
    },
    { name: 'type', hint: { title: 'Type', choices: ['Text', 'Number', 'Yes or no', 'One of several'] } },
    {
      string: {},
      number: {},
      boolean: {},
      enum: { values: describeList(describeString({ title: 'Value' }), { title: 'Values' }) },
    },
  );
}
