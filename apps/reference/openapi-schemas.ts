import * as z from 'zod';
import { importBotContract } from '#functions/bots/import-bot.contract.ts';
import { generateUploadUrlContract } from '#functions/chat/generate-upload-url.contract.ts';
import {
  bot,
  botPatch,
  importableDocument,
  importedDocumentSchema,
  publishedBot,
  resultsTablePreferences,
  settings,
  theme,
  variable,
  warning,
} from '#lib/bots/document/bot-schema.ts';
import { WRAPPER_KEYS } from '#lib/bots/document/wrapped-document.ts';
import { operation } from '#lib/bots/editing/operation.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { clientLog } from '#lib/chat/client-log-schema.ts';
import { compatibleErrorEnvelope } from '#lib/compatibility/compatible-error-envelope.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { queryBoolean, queryFlag } from '#lib/platform/http/query-boolean.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { answer, result } from '#lib/results/result-schema.ts';

const edge = bot().shape.edges.element;
const importedEdge = importedDocumentSchema().shape.edges.unwrap().unwrap()
  .element as unknown as z.ZodObject<{
  to: z.ZodType;
}>;

/** Schemas that become named components. All others are inlined. */
const COMPONENTS: Record<string, z.ZodType> = {
  Answer: answer(),
  Bot: bot(),
  BotPatch: botPatch(),
  ClientLog: clientLog,
  Edge: edge,
  EditOperation: operation(),
  Error: compatibleErrorEnvelope,
  Event: bot().shape.events.unwrap().element,
  FlowIssue: flowIssue(),
  Group: bot().shape.groups.element,
  ImportedBot: importedDocumentSchema(),
  ImportedEdge: importedEdge,
  ImportedEvent: importedDocumentSchema().shape.events.unwrap().unwrap().unwrap().element,
  ImportedGroup: importedDocumentSchema().shape.groups.unwrap().unwrap().element,
  PublishedBot: publishedBot(),
  Result: result(),
  ResultsTablePreferences: resultsTablePreferences(),
  Settings: settings(),
  Theme: theme(),
  Variable: variable(),
  Warning: warning(),
};

/** Replaces a schema with code-based checks, which JSON Schema cannot express. */
const IMPORTABLE_DOCUMENT = {
  anyOf: [
    {
      allOf: [
        { $ref: '#/components/schemas/ImportedBot' },
        { anyOf: [{ required: ['groups'] }, { required: ['events'] }, { required: ['edges'] }] },
      ],
    },
    {
      type: 'object',
      description: 'A saved response with a bot in it, which is taken out.',
      anyOf: WRAPPER_KEYS.map((key) => ({ required: [key], properties: { [key]: { type: 'object' } } })),
      not: { required: ['groups'] },
    },
    {
      type: 'object',
      description: 'An export from before June 2022: groups are called blocks there, and blocks steps.',
      required: ['blocks'],
      not: { required: ['groups'] },
      properties: {
        blocks: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'steps'],
            properties: { id: { type: 'string', minLength: 1 }, steps: { type: 'array' } },
          },
        },
      },
    },
  ],
};

/**
 * Also checked in code: `botId` is required in replace mode and not allowed otherwise, and only a new bot can take
 * the document's publicId.
 */
const BOT_ID_WITH_REPLACE = {
  if: { properties: { mode: { const: 'replace' } }, required: ['mode'] },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
  then: { required: ['botId'], properties: { keepPublicId: { const: false } } },
  else: { not: { required: ['botId'] } },
};

/** Schemas of an operation, by part of the request or response. */
export type OperationSchemas = Partial<
  Record<'params' | 'query' | 'headers' | 'body' | 'response', JsonObject>
>;

export type OpenapiSchemas = {
  components: Record<string, JsonObject>;
  /** Keyed by endpoint id. */
  operations: Map<string, OperationSchemas>;
};

/** Converts the contracts' schemas to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function openapiSchemas(endpoints: readonly Endpoint[]): OpenapiSchemas {
  const requests = convert(
    'input',
    endpoints.map(({ id, request }) => [id, request]),
  );
  const responses = convert(
    'output',
    endpoints.map(({ id, response }) => [id, { response: response() }]),
  );

  // Converted separately, because only response objects reject additional properties.
  const inRequests = closure(requests);
  // Every operation's error responses refer to this component.
  const inResponses = closure(responses).add('Error');
  const components: Record<string, JsonObject> = {};
  for (const name of [...new Set([...inRequests, ...inResponses])].toSorted()) {
    const sent = requests.components[name];
    const returned = responses.components[name];
    if (inRequests.has(name) && inResponses.has(name) && JSON.stringify(sent) !== JSON.stringify(returned)) {
      throw new Error(`The schema ${name} means one thing in a request and another in a response`);
    }
    const schema = inRequests.has(name) ? sent : returned;
    if (schema) components[name] = schema;
  }
  const operations = new Map(
    endpoints.map(({ id }) => [id, { ...requests.parts.get(id), ...responses.parts.get(id) }]),
  );
  return { components, operations };
}

type Converted = { components: Record<string, JsonObject>; parts: Map<string, OperationSchemas> };

function convert(io: 'input' | 'output', parts: [id: string, schemas: object][]): Converted {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  // In the same registry as the components, so that parts that are components become references.
  const operations = z.object(
    Object.fromEntries(parts.map(([id, schemas]) => [id, z.object(schemas as Record<string, z.ZodType>)])),
  );
  registry.add(operations, { id: 'operations' });
  const { schemas } = z.toJSONSchema(registry, { io, uri: refTo, override: simplify });
  joinNull(schemas);
  const { operations: converted, ...components } = schemas as Record<string, JsonObject>;
  for (const schema of Object.values(components)) {
    delete schema.$schema;
    delete schema.$id;
  }
  const properties = converted?.properties as Record<string, { properties: OperationSchemas }>;
  return {
    components,
    parts: new Map(Object.entries(properties).map(([id, part]) => [id, part.properties])),
  };
}

const SCALARS = ['string', 'number', 'integer', 'boolean'];

/** Writes null as one of the types of a string, a number or a boolean. Changes the schema. */
function joinNull(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(joinNull);
  const { anyOf } = value as { anyOf?: JsonObject[] };
  const [first, second, ...others] = anyOf ?? [];
  const isNullable = second?.type === 'null' && others.length === 0;
  // Null would have to be in the enum, too.
  if (!isNullable || !first || !SCALARS.includes(String(first.type)) || 'enum' in first || 'const' in first)
    return;
  const { type, ...keywords } = first;
  delete (value as JsonObject).anyOf;
  Object.assign(value, { type: [type, 'null'], ...keywords });
}

const refTo = (name: string) => `#/components/schemas/${name}`;

const QUERY_BOOLEANS = new Set<unknown>([queryBoolean, queryFlag.unwrap()]);

function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonObject }): void {
  if (zodSchema === (importableDocument as unknown)) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, structuredClone(IMPORTABLE_DOCUMENT));
  }
  // Also checked in code.
  if (zodSchema === (edge.shape.from as unknown)) {
    jsonSchema.anyOf = [{ required: ['blockId'] }, { required: ['eventId'] }];
  }
  if (zodSchema === (importedEdge.shape.to as unknown)) {
    jsonSchema.anyOf = [
      { required: ['groupId'], not: { properties: { groupId: { type: 'null' } } } },
      { required: ['blockId'] },
    ];
  }
  if (zodSchema === (generateUploadUrlContract.request.body as unknown)) {
    jsonSchema.anyOf = [{ required: ['sessionId'] }, { required: ['resultId'] }];
  }
  if (zodSchema === (importBotContract.request.body as unknown))
    Object.assign(jsonSchema, BOT_ID_WITH_REPLACE);
  // OpenAPI has booleans in query strings, so the enum of `true` and `false` is not needed.
  if (QUERY_BOOLEANS.has(zodSchema)) {
    jsonSchema.type = 'boolean';
    delete jsonSchema.enum;
  }
  // The pattern is hundreds of characters long and adds nothing to the format.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // All safe integers are within these bounds, so they carry no information.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.type === 'null') delete jsonSchema.const;
}

/** Names of the components that a value directly refers to. */
function referencesIn(value: unknown): string[] {
  if (value instanceof Map) return [...value.values()].flatMap(referencesIn);
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(refTo('').length)] : referencesIn(inner),
  );
}

/** Names of all components that the parts refer to, directly or indirectly. */
function closure({ parts, components }: Converted): Set<string> {
  const names = new Set(referencesIn(parts));
  // Iterating over a set also visits the entries added in the loop.
  for (const name of names) for (const nested of referencesIn(components[name])) names.add(nested);
  return names;
}
