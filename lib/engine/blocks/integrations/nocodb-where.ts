import { BlockError } from '#lib/engine/services/service-request.ts';

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
 * Builds a NocoDB filter such as `(Name,eq,Ada)~and(Age,gt,3)`. Returns undefined if there are no
 * comparisons.
 *
 * @throws BlockError if a value contains filter syntax, which NocoDB has no way to escape
 */
export function nocodbWhere(filter: NocodbFilter | undefined): string | undefined {
  const conditions = (filter?.comparisons ?? []).flatMap(({ input, operator = 'Equal to', value }) => {
    if (input === undefined) return [];
    if (operator === 'Is set') return [`(${input},notblank)`];
    if (operator === 'Is empty') return [`(${input},blank)`];
    // Deviation: Typebot drops comparisons without a value, so a search returns everything.
    if (value === undefined) throw new BlockError(`No value to compare "${input}" with`);
    if (/[()~]/.test(value))
      throw new BlockError(`The value for "${input}" contains characters that are not allowed in a filter`);
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
