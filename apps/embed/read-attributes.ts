import { nearestName } from '#lib/platform/validation/nearest-name.ts';
import {
  type EmbedKind,
  type EmbedProps,
  FORMER_BOT,
  PROP_NAMES,
  PROPS,
  type PropName,
} from './embed-props.ts';

/** `prefilled-plan="pro"` prefills the variable `plan`. HTML has no capital letters in names of attributes. */
const PREFILLED = 'prefilled-';

const ATTRIBUTE_PROPS = PROP_NAMES.filter((name) => PROPS[name].form !== 'function');

/** `api-host`, and also `apihost`, which is what HTML makes of `apiHost`. */
const PROP_BY_ATTRIBUTE = new Map<string, PropName>(
  ATTRIBUTE_PROPS.flatMap((name) => [
    [kebab(name), name],
    [name.toLowerCase(), name],
  ]),
);

/** Changes of these attributes take effect at once. */
export const OBSERVED_ATTRIBUTES = [...PROP_BY_ATTRIBUTE.keys(), FORMER_BOT];

/**
 * Reads an element's attributes.
 *
 * @returns the properties, and a sentence for each attribute that is misspelt or cannot be read
 */
export function readAttributes(
  kind: EmbedKind,
  { attributes }: Element,
): { props: EmbedProps; complaints: string[] } {
  const props: Record<string, unknown> = {};
  const complaints: string[] = [];
  const prefilled: Record<string, string> = {};
  for (const { name, value } of attributes) {
    const prop = PROP_BY_ATTRIBUTE.get(name);
    if (prop) {
      const parsed = parse(prop, value);
      if (parsed.complaint !== undefined) complaints.push(`<bot-${kind}>: ${name} ${parsed.complaint}`);
      else props[prop] = parsed.value;
    } else if (name === FORMER_BOT) {
      complaints.push(`<bot-${kind}>: the attribute "${FORMER_BOT}" is called "bot" here.`);
      props.bot ??= value;
    } else if (name.startsWith(PREFILLED)) prefilled[name.slice(PREFILLED.length)] = value;
    else complaints.push(...reportMisspelling(kind, name));
  }
  if (Object.keys(prefilled).length > 0) {
    props.prefilledVariables = { ...prefilled, ...(props.prefilledVariables as object | undefined) };
  }
  return { props, complaints };
}

/** Frameworks put attributes of their own on every element, so names that resemble none of ours are left alone. */
function reportMisspelling(kind: EmbedKind, name: string): string[] {
  const meant = NAMES_OF_HTML.test(name) ? undefined : nearestName(name, [...PROP_BY_ATTRIBUTE.keys()]);
  return meant ? [`<bot-${kind}>: unknown attribute "${name}". Did you mean "${meant}"?`] : [];
}

const NAMES_OF_HTML =
  /^(id|class|style|title|lang|dir|hidden|slot|part|role|is|inert|tabindex|(data|aria)-.*)$/;

type Parsed = { value: unknown; complaint?: undefined } | { complaint: string };

function parse(prop: PropName, text: string): Parsed {
  const { form } = PROPS[prop];
  if (form === 'json' || (form === 'text or json' && isJsonObjectText(text))) return parseJson(text);
  if (form === 'number') {
    const value = Number(text);
    return text.trim() !== '' && value >= 0 ? { value } : { complaint: `is not a number: "${text}".` };
  }
  if (form === 'selector') return findElement(text);
  if (prop === 'previewMessage') return { value: { message: text, autoShowDelay: 0 } };
  return { value: text };
}

function isJsonObjectText(text: string): boolean {
  return /^\s*\{/.test(text);
}

function parseJson(text: string): Parsed {
  if (!isJsonObjectText(text)) return { complaint: 'is not a JSON object.' };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { complaint: `is not valid JSON: ${error instanceof Error ? error.message : error}` };
  }
}

function findElement(selector: string): Parsed {
  try {
    const value = document.querySelector(selector);
    return value ? { value } : { complaint: `finds no element: "${selector}".` };
  } catch {
    return { complaint: `is not a valid selector: "${selector}".` };
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
