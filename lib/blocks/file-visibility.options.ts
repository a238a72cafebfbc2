import type * as z from 'zod';
import { describeChoice } from './field-schema.ts';

/** Describes who can open the files that respondents upload. */
export function describeFileVisibility(): z.ZodType {
  return describeChoice(['Auto', 'Public', 'Private'], {
    title: 'Visibility',
    description: 'Anyone who knows the address of a public file can open it. Automatic means public.',
    default: 'Auto',
    choices: ['Automatic', 'Public', 'Private'],
    isRare: true,
  });
}
