import type * as z from 'zod';
import { describeChoice } from './field-schema.ts';

/** Describes which of the rows that match a filter are read. */
export function describeRowChoice(): z.ZodType {
  return describeChoice(['All', 'First', 'Last', 'Random'], {
    title: 'Rows',
    description: 'If several rows match, “All” saves lists.',
    choices: ['All', 'First', 'Last', 'One at random'],
    default: 'All',
  });
}
