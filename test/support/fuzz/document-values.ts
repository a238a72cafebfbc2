import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import * as z from 'zod';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { importedDocumentSchema } from '#lib/bots/document/bot-schema.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';
import { anyJson } from './odd-values.ts';
import { getValues, nameValues } from './schema-values.ts';

/*
 * Generates documents with blocks of every type, using the option schemas of their modules. Excludes blocks that
 * call external services, because the fuzzer would end up testing the internet.
 */

const FAMILIES = ['bubbles', 'inputs', 'logic'] as const;

/** Collects the option schemas exported by the block modules. */
async function optionSchemas(): Promise<z.ZodObject[]> {
  const schemas: z.ZodObject[] = [];
  for (const family of FAMILIES) {
    const folder = new URL(`../../../lib/engine/blocks/${family}/`, import.meta.url);
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name } of files) {
      const module: Record<string, unknown> = await import(/* @vite-ignore */ new URL(name, folder).href);
      schemas.push(...Object.values(module).filter((value) => value instanceof z.ZodObject));
    }
  }
  return schemas;
}

const types = [...BLOCK_TYPES].filter(([, { family }]) => family !== 'integration').map(([type]) => type);

/** Generates blocks: mostly a known type with the options of any type, sometimes arbitrary JSON. */
function blockValues(schemas: z.ZodObject[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      arbitrary: fc.record(
        {
          id: fc.constantFrom('ask-name', 'b1', 'b2', 'b3'),
          type: fc.constantFrom(...types, 'Typebot link', 'a block of the future'),
          options: fc.oneof(...schemas.map((schema) => getValues(schema)), anyJson()),
          content: fc.oneof(RICH_TEXT, anyJson()),
          items: fc.array(
            fc.record(
              { id: fc.constantFrom('i1', 'i2'), content: anyJson(), outgoingEdgeId: anyJson() },
              { requiredKeys: ['id'], noNullPrototype: true },
            ),
            { maxLength: 3 },
          ),
          outgoingEdgeId: fc.constantFrom('to-first', 'e1'),
        },
        { requiredKeys: ['id', 'type'], noNullPrototype: true },
      ),
      weight: 9,
    },
    { arbitrary: anyJson(), weight: 1 },
  );
}

const RICH_TEXT = fc
  .constantFrom('Hello {{Name}}', '{{=1+1=}}', 'x'.repeat(5_000), '\ud800')
  .map((text) => ({ richText: [{ type: 'p', children: [{ text }] }] }));

/** Makes all generated requests use such documents wherever a contract accepts a document. */
export async function useDocumentValues(): Promise<fc.Arbitrary<JsonObject>> {
  nameValues('blocks', blockValues(await optionSchemas()));
  const documents = fc.oneof(
    { arbitrary: getValues(importedDocumentSchema()) as fc.Arbitrary<JsonObject>, weight: 3 },
    {
      arbitrary: fc.constantFrom<JsonObject[]>(
        v6Document(),
        v5Document(),
        v5Document('3'),
        stepsEraDocument(),
      ),
      weight: 1,
    },
  );
  // The second is the name at Typebot's addresses.
  for (const name of ['bot', 'typebot']) nameValues(name, documents);
  return documents;
}
