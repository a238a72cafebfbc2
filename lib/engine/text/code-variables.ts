import { toCodeValue } from '#lib/engine/model/variable-value.ts';
import type { ChatVariable, Variables } from '#lib/engine/model/variables.ts';

/** Code with an identifier in place of each `{{name}}`, and the values of these identifiers. */
export type CodeWithVariables = { code: string; globals: Record<string, unknown>; mentioned: ChatVariable[] };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Turns a source that names variables as `{{name}}` into code. Each name becomes an identifier that holds the
 * variable's value: the variable's id, if that can be an identifier. A name without a variable becomes
 * nothing. Inside quotes, `"{{Name}}"` is therefore the id as text, as authors of bots know it.
 */
export function codeWithVariables(source: string, variables: Variables): CodeWithVariables {
  const mentioned = new Map<string, ChatVariable>();
  const code = source.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const variable = variables.setByName(name) ?? variables.byName(name);
    if (!variable) return '';
    let identifier = toIdentifier(variable.id);
    // Ids that differ only in characters which an identifier cannot hold would collide.
    while ((mentioned.get(identifier)?.id ?? variable.id) !== variable.id) identifier += '_';
    mentioned.set(identifier, variable);
    return identifier;
  });
  const globals = Object.fromEntries(
    [...mentioned].map(([identifier, { value }]) => [identifier, toCodeValue(value)]),
  );
  return { code, globals, mentioned: [...mentioned.values()] };
}

/** Identifiers are cut, because ids can have any length and code may name each of them thousands of times. */
const MAX_IDENTIFIER_CHARS = 100;

function toIdentifier(variableId: string): string {
  if (variableId.length > MAX_IDENTIFIER_CHARS)
    return toIdentifier(variableId.slice(0, MAX_IDENTIFIER_CHARS));
  return IDENTIFIER.test(variableId) ? variableId : `_${variableId.replace(/[^\w$]/g, '_')}`;
}
