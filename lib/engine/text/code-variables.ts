import { toCodeValue } from '#lib/engine/model/variable-value.ts';
import type { ChatVariable, Variables } from '#lib/engine/model/variables.ts';

/** Code with an identifier for each `{{name}}`, and what these are. */
export type CodeWithVariables = { code: string; globals: Record<string, unknown>; mentioned: ChatVariable[] };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Makes code of a source that names variables as `{{name}}`: each becomes an identifier, its variable's id where that
 * can be one, and the value under it. What names no variable becomes nothing. (So `"{{Name}}"` in quotes is the
 * id as text: authors of bots know it so.)
 */
export function codeWithVariables(source: string, variables: Variables): CodeWithVariables {
  const mentioned = new Map<string, ChatVariable>();
  const code = source.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const variable = variables.setByName(name) ?? variables.byName(name);
    if (!variable) return '';
    let identifier = toIdentifier(variable.id);
    // Ids that differ only in what an identifier cannot hold would meet.
    while ((mentioned.get(identifier)?.id ?? variable.id) !== variable.id) identifier += '_';
    mentioned.set(identifier, variable);
    return identifier;
  });
  const globals = Object.fromEntries(
    [...mentioned].map(([identifier, { value }]) => [identifier, toCodeValue(value)]),
  );
  return { code, globals, mentioned: [...mentioned.values()] };
}

/** Ids are of any length, and code may name each of them thousands of times. */
const MAX_IDENTIFIER_CHARS = 100;

function toIdentifier(variableId: string): string {
  if (variableId.length > MAX_IDENTIFIER_CHARS)
    return toIdentifier(variableId.slice(0, MAX_IDENTIFIER_CHARS));
  return IDENTIFIER.test(variableId) ? variableId : `_${variableId.replace(/[^\w$]/g, '_')}`;
}
