import type * as z from 'zod';
import { describeSection, describeString, describeVariable } from './field-schema.ts';

/** Describes the variable for the answer to an input. */
export function describeSavedAnswer(): z.ZodType {
  return describeVariable({ title: 'Save the answer in' });
}

/**
 * Describes the texts around the field of an input.
 *
 * @param placeholder text in the empty field, if the author has none. Absent: the input has no such text
 * @param button label of the button that sends the answer, if the author has none
 * @param others further texts
 */
export function describeInputTexts({
  placeholder,
  button = 'Send',
  others = {},
}: {
  placeholder?: string;
  button?: string;
  others?: z.ZodRawShape;
} = {}): z.ZodType {
  const fields = {
    ...(placeholder !== undefined && {
      placeholder: describeString({ title: 'Placeholder', default: placeholder }),
    }),
    button: describeString({ title: 'Button', default: button }),
    ...others,
  };
  return describeSection(fields, { title: 'Texts' });
}

/**
 * Describes the message to a respondent whose answer is refused.
 *
 * @param standard message if the author has none. Absent: the bot has one for all of its inputs
 */
export function describeRetryMessage(standard?: string): z.ZodType {
  return describeString({
    title: 'Message when refused',
    control: 'longText',
    ...(standard === undefined
      ? { description: 'If empty, the message in the settings of the bot is used.' }
      : { default: standard }),
  });
}
