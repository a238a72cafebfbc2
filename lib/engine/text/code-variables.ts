import { toCodeValue, type VariableValue } from '#lib/engine/model/variable-value.ts';
import type { ChatVariable, Variables } from '#lib/engine/model/variables.ts';
import { CodeScanner, quoteValue } from './code-scanner.ts';

/** Code with an identifier in place of each `{{name}}`, and the values of those identifiers. */
export type CodeWithVariables = {
  code: string;
  /** The code without the values that are in quotes: valid if and only if the code is. */
  shape: string;
  globals: Record<string, unknown>;
  mentioned: ChatVariable[];
};

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Maximum characters of values in quotes. Code can mention a long value thousands of times. */
const MAX_QUOTED_CHARS = 2_000_000;

/** Replaces code whose values in quotes are too long. It fails, so that a log says why. */
const TOO_LONG = 'throw new RangeError("The variables in quotes are too long for this code")';

/**
 * Replaces each `{{name}}` in a source with an identifier that holds the variable's value: the variable's id
 * where that is a valid identifier. In quotes, as in `"Dear {{name}}"`, it is replaced with the value's text, escaped
 * so that no value can end the string. Unknown names are removed.
 */
export function codeWithVariables(source: string, variables: Variables): CodeWithVariables {
  const mentioned = new Map<string, ChatVariable>();
  const scanner = new CodeScanner();
  const shape: string[] = [];
  const code: string[] = [];
  let quotedChars = 0;
  let at = 0;
  const add = (text: string, shapeText = text) => {
    code.push(text);
    shape.push(shapeText);
  };
  for (const found of source.matchAll(/\{\{([^{}]+)\}\}/g)) {
    const text = source.slice(at, found.index);
    at = found.index + found[0].length;
    add(text);
    scanner.read(text);
    const name = found[1] ?? '';
    const variable = variables.setByName(name) ?? variables.byName(name);
    if (scanner.isInQuotes) {
      const quoted = quoteValue(toQuotedText(variable?.value), scanner);
      quotedChars += quoted.length;
      if (quotedChars > MAX_QUOTED_CHARS)
        return { code: TOO_LONG, shape: TOO_LONG, globals: {}, mentioned: [] };
      add(quoted, quoteValue('', scanner));
      scanner.skipValue();
    } else if (variable) {
      let identifier = toIdentifier(variable.id);
      // Avoid collisions between ids that differ only in characters not allowed in identifiers.
      while ((mentioned.get(identifier)?.id ?? variable.id) !== variable.id) identifier += '_';
      mentioned.set(identifier, variable);
      add(identifier);
      scanner.skipValue();
    }
  }
  add(source.slice(at));
  const globals = Object.fromEntries(
    [...mentioned].map(([identifier, { value }]) => [identifier, toCodeValue(value)]),
  );
  return { code: code.join(''), shape: shape.join(''), globals, mentioned: [...mentioned.values()] };
}

function toQuotedText(value: VariableValue | undefined): string {
  return typeof value === 'string' ? value : value ? JSON.stringify(value) : '';
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
