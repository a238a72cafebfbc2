import type * as z from 'zod';
import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
  describeVariable,
  describeVariants,
  type FieldHint,
} from '#lib/blocks/field-schema.ts';

/** Describes how a variable is set. */
export function describeSetVariable(): BlockSchema {
  return describeFields({
    options: describeVariants(
      {
        variableId: describeVariable({ title: 'Variable' }),
        isUnsafe: describeFlag({ title: 'Untrusted code', control: 'hidden' }),
      },
      { name: 'type', standard: 'Custom', hint: describeKinds() },
      {
        Custom: describeCustom(),
        Empty: {},
        'Append value(s)': {
          item: describeString({ title: 'Added value', control: 'value' }),
        },
        Pop: { saveItemInVariableId: describeVariable({ title: 'Save the item in' }) },
        Shift: { saveItemInVariableId: describeVariable({ title: 'Save the item in' }) },
        'Map item with same index': { mapListItemParams: describeMapping() },
        Now: describeZone('UTC'),
        Today: describeZone('UTC'),
        Yesterday: describeZone('UTC'),
        Tomorrow: describeZone('UTC'),
        'Moment of the day': describeZone(),
        Transcript: {},
        'Result ID': {},
        'User ID': {},
        'Random ID': {},
        'Environment name': {},
        'Device type': {},
        'Phone number': {},
        'Contact name': {},
        'Referral Click ID': {},
        'Referral Source ID': {},
      },
    ),
  });
}

function describeKinds(): FieldHint {
  return {
    title: 'Value',
    default: 'Custom',
    choices: [
      'Text or calculation',
      'Nothing',
      'Add to the list',
      'Remove the last item',
      'Remove the first item',
      'Item of another list',
      'Now',
      'Today',
      'Yesterday',
      'Tomorrow',
      'Morning, afternoon or evening',
      'Transcript of the chat',
      'Id of the result',
      'Id of the user',
      'Random id',
      'Name of the channel',
      'Kind of device',
      'Phone number',
      'Name of the contact',
      'Id of a referral click',
      'Id of a referral source',
    ],
    // They exist on WhatsApp alone.
    unofferedChoices: ['Phone number', 'Contact name', 'Referral Click ID', 'Referral Source ID'],
  };
}

function describeCustom(): z.ZodRawShape {
  return {
    expressionToEvaluate: describeString({
      title: 'Text or calculation',
      description: 'If it cannot be calculated, it is taken as text.',
      control: 'longText',
      codeIf: 'isCode',
      placeholder: '{{Score}} + 10',
    }),
    isCode: describeFlag({
      title: 'Is JavaScript',
      description: 'Errors are logged, and can be saved.',
      default: false,
    }),
    saveErrorInVariableId: describeVariable({
      title: 'Save errors in',
      shownIf: { field: 'isCode', is: [true] },
      isRare: true,
    }),
    isExecutedOnClient: describeFlag({
      title: 'Run in the browser',
      description: 'Calculates in the page of the respondent.',
      default: false,
      isRare: true,
    }),
    expressionDescription: describeString({ title: 'Wanted code', control: 'hidden' }),
  };
}

function describeMapping(): z.ZodType {
  return describeSection(
    {
      baseItemVariableId: describeVariable({ title: 'Item' }),
      baseListVariableId: describeVariable({ title: 'List of the item' }),
      targetListVariableId: describeVariable({ title: 'Other list' }),
    },
    {
      title: 'Lists',
      description: 'Takes the item of the other list that has the same position.',
    },
  );
}

/** @param standard time zone if none is given. Absent: that of the respondent */
function describeZone(standard?: string): z.ZodRawShape {
  return {
    timeZone: describeString({
      title: 'Time zone',
      control: 'timeZone',
      placeholder: 'Europe/Paris',
      ...(standard === undefined
        ? { description: "If empty, the respondent's own." }
        : { default: standard }),
    }),
  };
}
