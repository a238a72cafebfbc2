import type { Result } from './result-schema.ts';

/** A variable's value as one text. Lists are joined by commas, and no value becomes the empty text. */
export function variableText(value: Result['variables'][number]['value']): string {
  if (Array.isArray(value)) return value.map((entry) => entry ?? '').join(', ');
  return value ?? '';
}
