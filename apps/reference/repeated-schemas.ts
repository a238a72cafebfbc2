import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A reference is as long as a shorter schema. */
const MIN_SHARED_CHARS = 160;

/**
 * Moves schemas that occur several times to definitions of their own, named for their titles.
 *
 * @param given schemas by name
 * @param prefix of references, such as `#/$defs/`
 * @returns copies of the given schemas, and the shared ones, by name
 */
export function extractRepeatedSchemas(
  given: Record<string, JsonObject>,
  prefix: string,
): Record<string, JsonObject> {
  // Objects that occur twice by reference would be changed twice.
  const schemas = JSON.parse(JSON.stringify(given)) as Record<string, JsonObject>;
  const counts = new Map<string, number>();
  const count = (schema: JsonObject): void => {
    const text = JSON.stringify(schema);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // Schemas in a repeated one are repeated with it.
    if (before === 0) countInner(schema);
  };
  const countInner = (schema: JsonObject): void => {
    for (const [holder, key] of listPositions(schema)) count(holder[key] as JsonObject);
  };
  for (const schema of Object.values(schemas)) countInner(schema);

  const shared: Record<string, JsonObject> = {};
  const names = new Map<string, string>();
  const reserveName = (schema: JsonObject, text: string): string => {
    const title = typeof schema.title === 'string' ? schema.title : 'Part';
    const name = title.replace(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const isTaken = (candidate: string) => candidate in shared || candidate in schemas;
    let unique = name;
    for (let number = 2; isTaken(unique); number++) unique = `${name}${number}`;
    names.set(text, unique);
    return unique;
  };
  const replace = (schema: JsonObject): JsonObject => {
    for (const [holder, key] of listPositions(schema)) {
      const inner = holder[key] as JsonObject;
      const text = JSON.stringify(inner);
      if (text.length < MIN_SHARED_CHARS || (counts.get(text) ?? 0) < 2) {
        replace(inner);
        continue;
      }
      const known = names.get(text);
      const name = known ?? reserveName(inner, text);
      if (known === undefined) {
        shared[name] = {};
        shared[name] = replace(inner);
      }
      holder[key] = { $ref: `${prefix}${name}` };
    }
    return schema;
  };
  for (const schema of Object.values(schemas)) replace(schema);
  return { ...schemas, ...shared };
}

/** Where a schema is in another: the object or list that holds it, and its key there. */
type Position = readonly [holder: JsonObject, key: string];

/** Lists the positions of the schemas directly in a schema. */
function listPositions(schema: JsonObject): Position[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray) as unknown as JsonObject[];
  const holders = isJsonObject(schema.properties) ? [schema.properties, ...lists] : lists;
  const positions: Position[] = [
    ...holders.flatMap((holder) => Object.keys(holder).map((key): Position => [holder, key])),
    ...['items', 'additionalProperties', 'not'].map((key): Position => [schema, key]),
  ];
  return positions.filter(([holder, key]) => isJsonObject(holder[key]));
}
