import { describe, expect, it } from 'vitest';
import { findDescriptionKey, propertiesOf } from '#apps/reference/describe-properties.ts';
import { DOCUMENT_DESCRIPTIONS } from '#apps/reference/document-descriptions.ts';
import { openapiDocument } from '#apps/reference/openapi.ts';
import { PROPERTY_DESCRIPTIONS } from '#apps/reference/property-descriptions.ts';
import { routes } from '#functions/endpoints.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const { paths, components } = openapiDocument(routes);

type Content = Record<string, { schema: JsonObject }>;
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};

const operations = Object.values(paths).flatMap((item) =>
  Object.entries(item).flatMap(([method, operation]) =>
    method === 'servers' ? [] : [operation as Operation],
  ),
);

const properties = [
  ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => [...propertiesOf(schema, [name])]),
  ...operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody?.content ?? {}, responses[200]?.content ?? {}]
      .flatMap((content) => Object.values(content))
      .flatMap(({ schema }) => [...propertiesOf(schema, [operationId])]),
  ),
];

describe('the descriptions of properties', () => {
  it('cover every property of requests and responses', () => {
    expect(properties.length).toBeGreaterThan(700);
    const without = properties.filter(({ schema }) => !schema.description).map(({ path }) => path.join('.'));
    expect([...new Set(without)]).toStrictEqual([]);
  });

  it('describe nothing that does not exist', () => {
    const used = new Set(properties.map(({ path }) => findDescriptionKey(path)));
    const all = [...Object.keys(PROPERTY_DESCRIPTIONS), ...Object.keys(DOCUMENT_DESCRIPTIONS)];
    expect(all.filter((key) => !used.has(key))).toStrictEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are short sentences or names, without the full stop', () => {
    for (const text of Object.values({ ...PROPERTY_DESCRIPTIONS, ...DOCUMENT_DESCRIPTIONS })) {
      expect(text).toMatch(/^[A-Z`][^\n]{2,110}[^.\s]$/);
    }
  });

  it('do not change what the schemas say', () => {
    const bot = components.schemas?.Bot?.properties as Record<string, JsonObject>;
    expect(bot.theme).toStrictEqual({
      $ref: '#/components/schemas/Theme',
      description: 'How the chat looks',
    });
  });
});
