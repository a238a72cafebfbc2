import type * as z from 'zod';
import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { describeRowChoice } from '#lib/blocks/choice-of-rows.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeList,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeTextEntries } from '#lib/blocks/key-values.options.ts';

const FIELD = { title: 'Field', description: 'Name of the column.' };
const VALUE = { title: 'Value' };

/** Describes a block that searches, adds or changes records of a NocoDB table. */
export function describeNocodb(): BlockSchema {
  const table = { tableId: describeString({ title: 'Table', placeholder: 'mabc123' }) };
  const filtered = {
    viewId: describeString({
      title: 'View',
      description: 'Leaves out records that the view does not show.',
      placeholder: 'vwabc123',
      isRare: true,
    }),
    filter: describeFilter(),
  };
  return describeActionBlock(
    { ...describeAccount(), ...table },
    {
      'Search Records': {
        ...filtered,
        returnType: describeRowChoice(),
        responseMapping: describeSavedFields(),
      },
      'Create Record': {
        fields: describeTextEntries(
          { title: 'Field', fields: { key: FIELD, value: VALUE } },
          { title: 'Fields' },
        ),
      },
      'Update Existing Record': {
        ...filtered,
        updates: describeTextEntries(
          { title: 'Change', fields: { fieldName: FIELD, value: VALUE } },
          { title: 'Changes' },
        ),
      },
    },
  );
}

function describeSavedFields(): z.ZodType {
  const entry = { fieldName: describeString(FIELD), variableId: describeVariable({ title: 'Save in' }) };
  return describeList(describeSection(entry, { title: 'Saved field' }), { title: 'Save fields' });
}

function describeFilter(): z.ZodType {
  const operators = [
    'Equal to',
    'Not equal',
    'Contains',
    'Greater than',
    'Less than',
    'Is set',
    'Is empty',
    'Starts with',
    'Ends with',
  ] as const;
  const comparison = {
    input: describeString(FIELD),
    operator: describeChoice(operators, { title: 'Comparison', default: 'Equal to' }),
    value: describeString({
      title: 'Value',
      shownIf: { field: 'operator', is: operators.filter((name) => !name.startsWith('Is ')) },
    }),
  };
  const fields = {
    joiner: describeChoice(['AND', 'OR'], {
      title: 'Records meet',
      choices: ['All comparisons', 'Any comparison'],
      default: 'AND',
    }),
    comparisons: describeList(describeSection(comparison, { title: 'Comparison' }), { title: 'Comparisons' }),
  };
  return describeSection(fields, { title: 'Which records' });
}
