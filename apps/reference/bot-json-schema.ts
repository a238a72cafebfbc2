import * as z from 'zod';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import { BLOCK_WORDS } from '#lib/blocks/block-words.ts';
import { V6_VERSIONS } from '#lib/bots/document/bot-version.ts';
import { DOCUMENT_OPTIONS } from '#lib/bots/document/options/document-options.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { OpenapiDocument } from './openapi.ts';
import { extractRepeatedSchemas } from './repeated-schemas.ts';

const COMPONENT = '#/components/schemas/';
const DEFINITION = '#/$defs/';
const ROOT = 'ImportedBot';
/** Components of which there are stricter descriptions. */
const DESCRIBED_PARTS = { Theme: DOCUMENT_OPTIONS.theme, Settings: DOCUMENT_OPTIONS.settings };

/**
 * JSON Schema (2020-12) of a bot of version 6 or 6.1, which editors use for a file that names it in `$schema`. The
 * document is described by the components of the API's documentation, blocks by `lib/blocks/`, and theme and settings by
 * `lib/bots/document/options/`.
 */
export function createBotJsonSchema({ components }: Pick<OpenapiDocument, 'components'>): JsonObject {
  const documentSchemas = pickComponents(components.schemas ?? {});
  const { [ROOT]: root, ...others } = documentSchemas;
  const properties = root?.properties as Record<string, JsonObject>;
  const group = others.ImportedGroup?.properties as Record<string, JsonObject>;
  group.blocks = { ...group.blocks, items: { $ref: `${DEFINITION}Block` } };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bot',
    description: 'A bot of version 6 or 6.1, to import. Keys that are not listed are allowed, and kept.',
    ...root,
    required: ['version', 'groups'],
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, for editors' },
      ...properties,
      version: { ...properties.version, enum: [...V6_VERSIONS] },
    },
    $defs: extractRepeatedSchemas(
      { ...others, Block: describeBlock(), ...convertDescriptions() },
      DEFINITION,
    ),
  };
}

/** Returns copies of the components that a document consists of, with references to them and to described parts. */
function pickComponents(components: Record<string, JsonObject>): Record<string, JsonObject> {
  const picked: Record<string, JsonObject> = {};
  const names = new Set([ROOT]);
  // Iterating over a set also visits the names added in the loop.
  for (const name of names) {
    if (Object.hasOwn(DESCRIBED_PARTS, name)) continue;
    const text = JSON.stringify(components[name] ?? {});
    for (const [, found = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(found);
    picked[name] = JSON.parse(text.replaceAll(`"${COMPONENT}`, `"${DEFINITION}`)) as JsonObject;
  }
  return picked;
}

/** Any block. One of an unknown type may have any keys. */
function describeBlock(): JsonObject {
  const types = [...BLOCK_DESCRIPTIONS.keys()];
  return {
    type: 'object',
    required: ['id', 'type'],
    properties: {
      id: { type: 'string' },
      // Editors suggest the known types, and accept others.
      type: { anyOf: [{ enum: types }, { type: 'string' }] },
      outgoingEdgeId: {
        type: 'string',
        description: 'The id of the edge that leads on. Absent if the next block of the group follows',
      },
    },
    allOf: types.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: { $ref: `${DEFINITION}${toName(type)}` },
    })),
  };
}

/** The name of a type's definition, which is part of a URI. */
function toName(type: string): string {
  return type.replace(/\W+/g, '-');
}

/**
 * Converts the descriptions of theme, settings and all types of blocks, by name. Schemas that contain themselves are beside
 * them.
 */
function convertDescriptions(): Record<string, JsonObject> {
  const descriptions = [...Object.entries(DESCRIBED_PARTS), ...BLOCK_DESCRIPTIONS];
  const shape = Object.fromEntries(descriptions.map(([key, describe]) => [key, describe()]));
  const { properties, $defs } = z.toJSONSchema(z.object(shape), {
    io: 'input',
    unrepresentable: 'any',
    override: simplify,
  }) as { properties: Record<string, JsonObject>; $defs?: Record<string, JsonObject> };
  const converted = Object.entries(properties).map(([key, schema]) => {
    const described = { ...schema, description: BLOCK_WORDS.get(key)?.purpose };
    return [toName(key), described] as const;
  });
  const text = JSON.stringify({ ...Object.fromEntries(converted), ...$defs });
  // zod's own names for what contains itself, of which the nodes of a rich text are the only ones.
  return JSON.parse(text.replaceAll('__schema0', 'RichTextNode')) as Record<string, JsonObject>;
}

const KEPT_HINTS = ['title', 'description', 'default'];

/** Leaves out what only forms need, and says what zod cannot: that a key is absent. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonObject }): void {
  for (const hint of Object.keys(z.globalRegistry.get(zodSchema) ?? {})) {
    if (!KEPT_HINTS.includes(hint)) delete jsonSchema[hint];
  }
  if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
  // Unknown keys are allowed unless a schema says otherwise.
  if (
    isJsonObject(jsonSchema.additionalProperties) &&
    Object.keys(jsonSchema.additionalProperties).length === 0
  ) {
    delete jsonSchema.additionalProperties;
  }
}
