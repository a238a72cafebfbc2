import {
  type EmbedKind,
  type EmbedProps,
  FORMER_BOT,
  NAMES_WITHIN,
  PREVIEW_PROPS,
  PROP_NAMES,
  PROPS,
  type PropName,
} from './embed-props.ts';
import { suggestion } from './suggestion.ts';

/**
 * Finds names that an element does not know, at the top and within its objects.
 *
 * @param props what a page has written, which may be anything
 * @returns a sentence for each
 */
export function checkProps(kind: EmbedKind, props: object): string[] {
  const element = `<bot-${kind}>`;
  const names = PROP_NAMES.filter((name) => PROPS[name].kinds.includes(kind));
  const complaints = Object.keys(props)
    .filter((name) => name !== 'id' && !names.includes(name as PropName))
    .map((name) => {
      if (name === FORMER_BOT) return `${element}: the property "${FORMER_BOT}" is called "bot" here.`;
      if (PREVIEW_PROPS.includes(name)) {
        return `${element}: "${name}" has no effect. Only an editor's token starts a preview: see the bot's preview page.`;
      }
      if (name in PROPS) return `${element}: the property "${name}" has no effect on this element.`;
      return `${element}: unknown property "${name}".${suggestion(name, names)}`;
    });
  if (kind === 'popup' && 'zIndex' in (valueAt(props, 'theme') ?? {})) {
    complaints.push(`${element}: "theme.zIndex" has no effect: popups lie above everything in the page.`);
  }
  for (const [path, known] of Object.entries(NAMES_WITHIN[kind])) {
    for (const name of Object.keys(valueAt(props, path) ?? {})) {
      if (known.includes(name)) continue;
      complaints.push(`${element}: unknown property "${path}.${name}".${suggestion(name, known)}`);
    }
  }
  return complaints;
}

/** The known properties of an object that a page has written. */
export function pickKnownProps(props: object): EmbedProps {
  const { [FORMER_BOT]: bot, ...named } = props as Record<string, unknown>;
  const known = Object.fromEntries(Object.entries(named).filter(([name]) => name in PROPS));
  return bot === undefined ? known : ({ bot, ...known } as EmbedProps);
}

function valueAt(props: object, path: string): object | undefined {
  const value = path
    .split('.')
    .reduce<unknown>((fields, name) => (fields as Record<string, unknown> | undefined)?.[name], props);
  return typeof value === 'object' && value !== null ? value : undefined;
}
