import * as z from 'zod';
import { queryBoolean } from '#lib/platform/http/query-boolean.ts';
import { searchText } from '#lib/platform/validation/search-text.ts';
import { TIME_FILTERS } from '#lib/results/time-window.ts';

const MAX_TIME_ZONE_CHARS = 64;

export const timeFilter = z.enum(TIME_FILTERS);

/** Checks only the syntax of the name. `requireTimeZone` looks it up in the time zone database. */
export const timeZone = z
  .string()
  .max(MAX_TIME_ZONE_CHARS)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, { message: 'Expected an IANA time zone such as Europe/Berlin' });

const moment = z.iso.datetime({ offset: true });

/** Parameters shared by all that list or export results: a period, and completion. */
export const resultPeriodQuery = {
  from: moment.optional(),
  to: moment.optional(),
  timeFilter: timeFilter.optional(),
  timeZone: timeZone.optional(),
  isCompleted: queryBoolean.optional(),
};

const MAX_VARIABLE_CHARS = 200;
const MAX_VALUE_CHARS = 1_000;

/** Filter parameters shared by the endpoints that list or export results. */
export const resultFilterQuery = {
  ...resultPeriodQuery,
  search: searchText.optional(),
  variable: z.string().min(1).max(MAX_VARIABLE_CHARS).optional(),
  value: z.string().max(MAX_VALUE_CHARS).optional(),
};

/** Page size as a query parameter, 1 to 500. */
export const resultLimit = z
  .string()
  .regex(/^([1-9]\d?|[1-4]\d\d|500)$/, { message: 'Expected a whole number from 1 to 500' });
