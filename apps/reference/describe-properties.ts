import { toOperationId } from '#apps/client/operation-id.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { DOCUMENT_DESCRIPTIONS } from './document-descriptions.ts';
import { ENDPOINT_DESCRIPTIONS } from './endpoint-descriptions.ts';
import { PROPERTY_DESCRIPTIONS } from './property-descriptions.ts';

const DESCRIPTIONS = new Map([
  ...Object.entries({ ...DOCUMENT_DESCRIPTIONS, ...PROPERTY_DESCRIPTIONS }),
  ...[...ENDPOINT_DESCRIPTIONS].flatMap(([id, { properties = {} }]) =>
    Object.entries(properties).map(([name, text]) => [`${toOperationId(id)}.${name}`, text] as const),
  ),
]);

/** A property of a schema, with its path: the name of the component or operation, then those of the properties. */
export type Property = { path: string[]; schema: JsonObject };

/** Yields the properties of a schema at every level. References are not followed. */
export function* propertiesOf(schema: unknown, path: string[]): Generator<Property> {
  if (!isJsonObject(schema)) return;
  for (const [name, property] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
    const inner = [...path, name];
    if (isJsonObject(property)) yield { path: inner, schema: property };
    yield* propertiesOf(property, inner);
  }
  for (const keyword of ['items', 'additionalProperties']) yield* propertiesOf(schema[keyword], path);
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    for (const part of Array.isArray(schema[keyword]) ? schema[keyword] : []) yield* propertiesOf(part, path);
  }
}

/** Returns the key that describes a property: the longest end of its path that has a description. */
export function findDescriptionKey(path: string[]): string | undefined {
  const ends = path.map((_, start) => path.slice(start).join('.'));
  return ends.find((end) => DESCRIPTIONS.has(end));
}

/** Describes the properties of a schema that have no description yet. Changes the schema. */
export function describeProperties(schema: JsonObject, root: string): void {
  for (const { path, schema: property } of propertiesOf(schema, [root])) {
    const key = findDescriptionKey(path);
    if (property.description === undefined && key !== undefined) property.description = DESCRIPTIONS.get(key);
  }
}
