import * as z from 'zod';
import { importBotContract } from '#lib/bots/contracts/import-bot.ts';
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
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { clientLog } from '#lib/chat/client-log-schema.ts';
import type { Endpoint } from '#lib/http/contract.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { queryBoolean, queryFlag } from '#lib/http/query-boolean.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { answer, result } from '#lib/results/result-schema.ts';

const edge = bot.shape.edges.element;

/** The schemas that the document names once and refers to. All others are written out where they are used. */
const COMPONENTS: Record<string, z.ZodType> = {
  Answer: answer,
  Bot: bot,
  BotPatch: botPatch,
  ClientLog: clientLog,
  Edge: edge,
  Error: errorEnvelope,
  Event: bot.shape.events.unwrap().element,
  FlowIssue: flowIssue,
  Group: bot.shape.groups.element,
  ImportedBot: importedDocumentSchema,
  ImportedEvent: importedDocumentSchema.shape.events.unwrap().unwrap().element,
  ImportedGroup: importedDocumentSchema.shape.groups.unwrap().element,
  PublishedBot: publishedBot,
  Result: result,
  ResultsTablePreferences: resultsTablePreferences,
  Settings: settings,
  Theme: theme,
  Variable: variable,
  Warning: warning,
};

/** Stands in for the schema that code checks, which JSON Schema cannot express. */
const IMPORTABLE_DOCUMENT = {
  anyOf: [
    { $ref: '#/components/schemas/ImportedBot' },
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

/** Checked by code, too: an import over a bot names the bot, and no other import does. */
const BOT_ID_WITH_REPLACE = {
  if: { properties: { mode: { const: 'replace' } }, required: ['mode'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ['botId'] },
  else: { not: { required: ['botId'] } },
};

/** The parts of an operation that have a schema. */
export type OperationSchemas = Partial<
  Record<'params' | 'query' | 'headers' | 'body' | 'response', JsonObject>
>;

export type OpenapiSchemas = {
  components: Record<string, JsonObject>;
  /** By the id of the endpoint. */
  operations: Map<string, OperationSchemas>;
};

/** The contracts' schemas as JSON Schema 2020-12, on which OpenAPI 3.1 is based. */
export function openapiSchemas(endpoints: readonly Endpoint[]): OpenapiSchemas {
  const requests = convert(
    'input',
    endpoints.map(({ id, request }) => [id, request]),
  );
  const responses = convert(
    'output',
    endpoints.map(({ id, response }) => [id, { response }]),
  );

  // Requests and responses differ: an object in a response has no other keys than these.
  const inRequests = closure(requests);
  // The error responses of every operation refer to this component.
  const inResponses = closure(responses).add('Error');
  const components: Record<string, JsonObject> = {};
  for (const name of [...new Set([...inRequests, ...inResponses])].toSorted()) {
    const sent = requests.components[name];
    const answered = responses.components[name];
    if (inRequests.has(name) && inResponses.has(name) && JSON.stringify(sent) !== JSON.stringify(answered)) {
      throw new Error(`The schema ${name} means one thing in a request and another in a response`);
    }
    const schema = inRequests.has(name) ? sent : answered;
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
  // Registered beside the components, so that a part that is a component becomes a reference to it.
  const operations = z.object(
    Object.fromEntries(parts.map(([id, schemas]) => [id, z.object(schemas as Record<string, z.ZodType>)])),
  );
  registry.add(operations, { id: 'operations' });
  const { schemas } = z.toJSONSchema(registry, { io, uri: refTo, override: simplify });
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

const refTo = (name: string) => `#/components/schemas/${name}`;

const QUERY_BOOLEANS = new Set<unknown>([queryBoolean, queryFlag.unwrap()]);

function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonObject }): void {
  if (zodSchema === (importableDocument as unknown)) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, structuredClone(IMPORTABLE_DOCUMENT));
  }
  // Code checks this too.
  if (zodSchema === (edge.shape.from as unknown)) {
    jsonSchema.anyOf = [{ required: ['blockId'] }, { required: ['eventId'] }];
  }
  if (zodSchema === (importBotContract.request.body as unknown))
    Object.assign(jsonSchema, BOT_ID_WITH_REPLACE);
  // On the wire it is one of two words, which is how OpenAPI sends a boolean in a query.
  if (QUERY_BOOLEANS.has(zodSchema)) {
    jsonSchema.type = 'boolean';
    delete jsonSchema.enum;
  }
  // The pattern has hundreds of characters and says no more than the format.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // Every whole number in JavaScript is within these limits, so they say nothing.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** The names of the components that a value refers to directly. */
function referencesIn(value: unknown): string[] {
  if (value instanceof Map) return [...value.values()].flatMap(referencesIn);
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(refTo('').length)] : referencesIn(inner),
  );
}

/** Like `referencesIn`, including what those components refer to in turn. */
function closure({ parts, components }: Converted): Set<string> {
  const names = new Set(referencesIn(parts));
  // Iterating over a set includes the entries that are added on the way.
  for (const name of names) for (const nested of referencesIn(components[name])) names.add(nested);
  return names;
}
