import type { Result } from './result-schema.ts';

/** Converts a variable's value to text. Lists are joined with commas; null becomes an empty string. */
export function variableText(value: Result['variables'][number]['value']): string {
  if (Array.isArray(value)) return value.map((entry) => entry ?? '').join(', ');
  return value ?? '';
}
