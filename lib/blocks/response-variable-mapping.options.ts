import type * as z from 'zod';
import {
  describeEntryId,
  describeList,
  describeSection,
  describeString,
  describeVariable,
  type FieldHint,
} from './field-schema.ts';

/** Describes which parts of an HTTP response or of a received request are saved in which variables. */
export function describeResponseVariableMapping(hint: FieldHint): z.ZodType {
  const entry = describeSection(
    {
      id: describeEntryId(),
      bodyPath: describeString({
        title: 'Part of the data',
        description: 'Path of the value, or a calculation with `data` and `statusCode`.',
        placeholder: 'data.name',
      }),
      variableId: describeVariable({ title: 'Save in' }),
    },
    { title: 'Saved value' },
  );
  return describeList(entry, hint);
}
