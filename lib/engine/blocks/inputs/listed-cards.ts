import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { InputUnavailableError } from './input-unavailable.ts';

/**
 * Maximum size of the fields repeated on all cards, in characters of JSON. Checked before the cards are
 * built, because they could exhaust memory.
 */
const MAX_LISTED_CHARS = 2_000_000;

type TextList = readonly (string | null)[];

/**
 * Expands a single card to one card per list element. This applies if the card's title, picture or
 * description (the first one set) is a list variable and nothing else. Other list fields use the element at
 * the same index, and all other fields are repeated. Returns undefined if the card is not a list template.
 */
export function toListedCards(items: readonly JsonObject[], context: BlockContext): JsonObject[] | undefined {
  const [item] = items;
  if (!item || items.length > 1) return undefined;
  const lists = {
    title: listOfField(item.title, context),
    imageUrl: listOfField(item.imageUrl, context),
    description: listOfField(item.description, context),
  };
  const leading = lists.title ?? lists.imageUrl ?? lists.description;
  if (!leading) return undefined;
  const { options } = item;
  const internalValues = isJsonObject(options) ? listOfField(options.internalValue, context) : undefined;
  const repeated = context.renderAll(item);
  if (leading.length * JSON.stringify(repeated).length > MAX_LISTED_CHARS) {
    throw new InputUnavailableError(
      `The cards were not shown: ${leading.length} of them are more than a response can hold`,
    );
  }
  return leading.map((_, index) => {
    const card = withElements(repeated, lists, index);
    if (internalValues && isJsonObject(repeated.options)) {
      card.options = withElements(repeated.options, { internalValue: internalValues }, index);
    }
    if (Array.isArray(repeated.paths)) {
      card.paths = repeated.paths.map((path, pathIndex) =>
        isJsonObject(path) ? { ...path, id: `dynamic-card-${index}-path-${pathIndex}` } : path,
      );
    }
    return card;
  });
}

function listOfField(field: unknown, { variables }: BlockContext): TextList | undefined {
  const name = typeof field === 'string' ? soleVariableName(field) : undefined;
  const value = name === undefined ? undefined : variables.setByName(name)?.value;
  return Array.isArray(value) ? value : undefined;
}

/** Replaces each list field with its element at that index. If there is none, the field is dropped. */
function withElements(
  object: JsonObject,
  lists: Record<string, TextList | undefined>,
  index: number,
): JsonObject {
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (!list) return [[name, value]];
    const element = list[index];
    return element === undefined || element === null ? [] : [[name, element]];
  });
  return Object.fromEntries(entries);
}
