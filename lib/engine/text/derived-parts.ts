import { mayBeMarkdown, storedForm, type TypedParts, textsOf } from '#lib/engine/model/typed-text.ts';
import type { Variables } from '#lib/engine/model/variables.ts';

/**
 * Determines what of a value respondents typed, if an author's template or code made it from variables: the
 * typed texts that occur in it. If they were changed on the way (trimmed, in capitals), the whole value counts
 * as typed, unless the code writes Markdown itself or the value may come from a service.
 */
export function deriveParts(source: string, value: unknown, variables: Variables): TypedParts | undefined {
  if (!source.includes('{{')) return undefined;
  const mentioned = findMentionedVariables(source, variables);
  const typed = mentioned.flatMap(({ texts, parts }) => (parts === true ? texts : (parts ?? [])));
  if (typed.length === 0) return undefined;
  const texts = Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [value];
  const found = texts.filter((text) => typeof text === 'string');
  const others = mentioned.filter(({ parts }) => parts === undefined).flatMap(({ texts: own }) => own);
  if (typeof value === 'string' && others.includes(value)) return undefined;
  const contained = typed.filter((part) => found.some((text) => text.includes(storedForm(part))));
  if (contained.length > 0) return contained;
  return hasOwnMarkdown(source) || others.some(mayBeMarkdown) ? undefined : true;
}

const PLACEHOLDER = /\{\{(?!=)([^{}]+)\}\}/g;

const QUOTED = /"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;

/** Whether a quoted text of the code has a sign of Markdown. */
function hasOwnMarkdown(source: string): boolean {
  const quoted = source.replaceAll(PLACEHOLDER, '').match(QUOTED) ?? [];
  return quoted.some((text) => /[*_#>[<-]/.test(text));
}

type Mentioned = { texts: string[]; parts: TypedParts | undefined };

function findMentionedVariables(source: string, variables: Variables): Mentioned[] {
  const names = new Set(Array.from(source.matchAll(PLACEHOLDER), ([, name = '']) => name));
  return [...names].flatMap((name): Mentioned[] => {
    const variable = variables.setByName(name);
    return variable ? [{ texts: textsOf(variable.value), parts: variables.typedParts(variable.id) }] : [];
  });
}
