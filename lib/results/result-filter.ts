import { badRequest } from '#lib/platform/errors/service-error.ts';
import { foldText, textMatcher } from '#lib/platform/validation/folded-text.ts';
import type { Result } from './result-schema.ts';
import { variableText } from './variable-text.ts';

export type FilterQuery = {
  search?: string | undefined;
  variable?: string | undefined;
  value?: string | undefined;
};

/** Selects results by what they contain. At least one of the two is present. */
export type ResultFilter = {
  /** Selects by variables alone, which can be read without the answers. */
  matchesVariables?: (variables: Result['variables']) => boolean;
  /** Selects by answers. */
  matchesAnswers?: (answers: Result['answers']) => boolean;
};

/**
 * Returns the filter of a query. Undefined if it has none.
 *
 * @throws BAD_REQUEST if there is a variable without a value, or a value without a variable
 */
export function parseFilter({ search, variable, value }: FilterQuery): ResultFilter | undefined {
  if (variable === undefined && value !== undefined) {
    throw badRequest('variable', 'Missing; expected the name or the id of the variable that has the value');
  }
  if (variable !== undefined && value === undefined) {
    throw badRequest('value', 'Missing; expected the value of the variable');
  }
  if (search === undefined && variable === undefined) return undefined;
  return {
    ...(search !== undefined && { matchesAnswers: answersContain(search) }),
    ...(variable !== undefined && { matchesVariables: variableHas(variable, value ?? '') }),
  };
}

function answersContain(search: string): (answers: Result['answers']) => boolean {
  const matches = textMatcher(search);
  return (answers) => answers.some(({ content }) => matches(content));
}

/** A list has each of its values, and all of them as text. Without a value, a variable has the empty one. */
function variableHas(nameOrId: string, value: string): (variables: Result['variables']) => boolean {
  const wanted = foldValue(value);
  return (variables) =>
    variables.some((variable) => {
      if (variable.id !== nameOrId && variable.name !== nameOrId) return false;
      const elements = Array.isArray(variable.value) ? variable.value.map((entry) => entry ?? '') : [];
      return [variableText(variable.value), ...elements].some((text) => foldValue(text) === wanted);
    });
}

function foldValue(text: string): string {
  return foldText(text.trim());
}
