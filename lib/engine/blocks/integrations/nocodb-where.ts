import { BlockFailure } from '#lib/engine/services/service-request.ts';

export const NOCODB_OPERATORS = [
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

export type NocodbFilter = {
  comparisons: readonly {
    input?: string | undefined;
    operator?: (typeof NOCODB_OPERATORS)[number] | undefined;
    value?: string | undefined;
  }[];
  joiner?: 'AND' | 'OR' | undefined;
};

/**
 * A filter as NocoDB's API takes it, such as `(Name,eq,Ada)~and(Age,gt,3)`. Undefined if it compares nothing.
 *
 * @throws BlockFailure if a value would be read as part of the filter, because the syntax cannot quote it
 */
export function nocodbWhere(filter: NocodbFilter | undefined): string | undefined {
  const conditions = (filter?.comparisons ?? []).flatMap(({ input, operator = 'Equal to', value }) => {
    if (input === undefined) return [];
    if (operator === 'Is set') return [`(${input},notblank)`];
    if (operator === 'Is empty') return [`(${input},blank)`];
    // Deviation: the source product leaves out a comparison with nothing, and a search then finds everything.
    if (value === undefined) throw new BlockFailure(`There is nothing to compare "${input}" with`);
    if (/[()~]/.test(value))
      throw new BlockFailure(`The value for "${input}" has characters that a filter cannot have`);
    return [`(${input},${condition(operator, value)})`];
  });
  return conditions.length === 0 ? undefined : conditions.join(filter?.joiner === 'OR' ? '~or' : '~and');
}

function condition(
  operator: Exclude<(typeof NOCODB_OPERATORS)[number], 'Is set' | 'Is empty'>,
  value: string,
): string {
  switch (operator) {
    case 'Equal to':
      return `eq,${value}`;
    case 'Not equal':
      return `neq,${value}`;
    case 'Greater than':
      return `gt,${value}`;
    case 'Less than':
      return `lt,${value}`;
    case 'Contains':
      return `like,%${value}%`;
    case 'Starts with':
      return `like,${value}%`;
    case 'Ends with':
      return `like,%${value}`;
  }
}
