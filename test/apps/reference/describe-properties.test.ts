import { describe, expect, it } from 'vitest';
import { findDescriptionKey, propertiesOf } from '#apps/reference/describe-properties.ts';
import { DOCUMENT_DESCRIPTIONS } from '#apps/reference/document-descriptions.ts';
import { openapiDocument } from '#apps/reference/openapi.ts';
import { PARAMETER_DESCRIPTIONS } from '#apps/reference/parameter-descriptions.ts';
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

/** Names that say what a property is. All others need a description. */
const CLEAR_NAMES = new Set(
  [
    'backgroundUrl blockId border bot botId bots color createdAt diff enabled eventId favIconUrl fileName format',
    'general groupId id isArchived isEnabled isPublished job jobKind logs name progress release result resultId',
    'stats title token type typebot typebotId typebots updatedAt value variables workspace workspaceId',
  ].flatMap((line) => line.split(' ')),
);

const splitWords = (text: string) =>
  (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  ).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

/** Words that say nothing about a property. */
const FILLERS = new Set(
  [
    'a an the of it its is was has in on at to for this that what which when where whether how',
    'kind page entry entries',
  ].flatMap(splitWords),
);

/** Tells whether a description has only words that are in the name: `botId`, "The id of the bot". */
function repeatsName(name: string, description: string): boolean {
  const named = splitWords(name);
  return splitWords(description).every(
    (word) => FILLERS.has(word) || named.some((known) => word.startsWith(known) || known.endsWith(word)),
  );
}

describe('the descriptions of properties', () => {
  it('cover every property of requests and responses whose name is not clear', () => {
    expect(properties.length).toBeGreaterThan(700);
    const without = properties.filter(({ schema }) => !schema.description).map(({ path }) => path);
    const unclear = without.filter((path) => !CLEAR_NAMES.has(path.at(-1) ?? ''));
    expect([...new Set(unclear.map((path) => path.join('.')))]).toStrictEqual([]);
    const names = new Set(without.map((path) => path.at(-1)));
    expect([...CLEAR_NAMES].filter((name) => !names.has(name))).toStrictEqual([]);
  });

  it.each([
    ['botId', 'The id of the bot', true],
    ['input.type', 'The kind of input', true],
    ['typebots', 'The bots of this page', true],
    ['isPublished', 'Whether it is published', true],
    ['block', 'The id of the block', false],
    ['fileSize', 'The size of the file in bytes', false],
    ['isClosed', 'Whether the bot takes no new chats', false],
  ])('repeat the name or do not: %s, %s', (name, description, isRepetition) => {
    expect(repeatsName(name, description)).toBe(isRepetition);
  });

  it.each([
    ['properties', PROPERTY_DESCRIPTIONS],
    ['documents', DOCUMENT_DESCRIPTIONS],
    ['parameters', PARAMETER_DESCRIPTIONS],
  ])('of %s say more than the name', (_, descriptions) => {
    const repetitions = Object.entries(descriptions).filter((entry) => repeatsName(...entry));
    expect(repetitions).toStrictEqual([]);
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
