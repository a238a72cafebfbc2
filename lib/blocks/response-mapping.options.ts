import type * as z from 'zod';
import { describeChoice, describeList, describeSection, describeVariable } from './field-schema.ts';

/** Names of the parts of a response: the first one is used if an entry has none. */
export type ResponseParts = readonly [string, ...string[]];

/**
 * Describes which parts of a service's response are saved in which variables.
 *
 * @param olderNames names that older documents have, and the names of the same parts today
 */
export function describeResponseMapping(
  parts: ResponseParts,
  olderNames: Readonly<Record<string, string>> = {},
): z.ZodType {
  const item = describeChoice([...parts, ...Object.keys(olderNames)], {
    title: 'Part',
    default: parts[0],
    ...(Object.keys(olderNames).length > 0 && {
      choices: [...parts, ...Object.values(olderNames)],
      unofferedChoices: Object.keys(olderNames),
    }),
  });
  const entry = { item, variableId: describeVariable({ title: 'Save in' }) };
  return describeList(describeSection(entry, { title: 'Saved part' }), { title: 'Save response' });
}
