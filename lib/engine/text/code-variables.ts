import { toCodeValue } from '#lib/engine/model/variable-value.ts';
import type { ChatVariable, Variables } from '#lib/engine/model/variables.ts';

/** Code with an identifier in place of each `{{name}}`, and the values of those identifiers. */
export type CodeWithVariables = { code: string; globals: Record<string, unknown>; mentioned: ChatVariable[] };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Replaces each `{{name}}` in a source with an identifier that holds the variable's value: the variable's id
 * where that is a valid identifier. Unknown names are removed. Inside quotes, `"{{Name}}"` therefore becomes
 * the id as a string, which authors rely on.
 */
export function codeWithVariables(source: string, variables: Variables): CodeWithVariables {
  const mentioned = new Map<string, ChatVariable>();
  const code = source.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const variable = variables.setByName(name) ?? variables.byName(name);
    if (!variable) return '';
    let identifier = toIdentifier(variable.id);
    // Avoid collisions between ids that differ only in characters not allowed in identifiers.
    while ((mentioned.get(identifier)?.id ?? variable.id) !== variable.id) identifier += '_';
    mentioned.set(identifier, variable);
    return identifier;
  });
  const globals = Object.fromEntries(
    [...mentioned].map(([identifier, { value }]) => [identifier, toCodeValue(value)]),
  );
  return { code, globals, mentioned: [...mentioned.values()] };
}

/**
 * Identifiers are truncated, because ids can be arbitrarily long and code can mention them thousands of
 * times.
 */
const MAX_IDENTIFIER_CHARS = 100;

function toIdentifier(variableId: string): string {
  if (variableId.length > MAX_IDENTIFIER_CHARS)
    return toIdentifier(variableId.slice(0, MAX_IDENTIFIER_CHARS));
  return IDENTIFIER.test(variableId) ? variableId : `_${variableId.replace(/[^\w$]/g, '_')}`;
}
