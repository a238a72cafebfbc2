import { PERIODS, type Period, toPeriodQuery } from '../data/period.ts';
import type { AddressQuery } from '../data/use-address-query.ts';

/** Results that the page's address selects. Empty texts select everything. */
export type ResultsQuery = {
  search: string;
  /** Name of a variable, and the value that it has to have. */
  variable: string;
  value: string;
  completed: '' | 'true' | 'false';
  period: Period;
};

export function readFilter(query: AddressQuery): ResultsQuery {
  const completed = query.get('completed');
  return {
    search: query.get('search'),
    variable: query.get('variable'),
    value: query.get('value'),
    completed: completed === 'true' || completed === 'false' ? completed : '',
    period: readPeriod(query),
  };
}

export function readPeriod(query: AddressQuery): Period {
  return PERIODS.find(({ value }) => value === query.get('period'))?.value ?? '';
}

/** Returns the filter as the parameters of the API. */
export function toFilterQuery({ search, variable, value, completed, period }: ResultsQuery) {
  return {
    search: search || undefined,
    // One without the other selects nothing yet: someone is still typing.
    ...(variable !== '' && value !== '' && { variable, value }),
    isCompleted: completed || undefined,
    ...toPeriodQuery(period),
  };
}

export function isFiltered({ search, variable, value, completed, period }: ResultsQuery): boolean {
  return search !== '' || (variable !== '' && value !== '') || completed !== '' || period !== '';
}
