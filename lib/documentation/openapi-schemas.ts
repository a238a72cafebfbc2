import * as z from 'zod';
import type { JsonObject } from '#lib/bots/bot-document.ts';
import {
  bot,
  botPatch,
  importableDocument,
  importedDocument,
  publishedBot,
  resultsTablePreferences,
  settings,
  theme,
  variable,
  warning,
} from '#lib/bots/bot-schema.ts';
import { importBotContract } from '#lib/bots/contracts/import-bot.ts';
import { flowIssue } from '#lib/bots/flow-issue.ts';
import type { Endpoint } from '#lib/http/contract.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { queryBoolean, queryFlag } from '#lib/http/query-boolean.ts';
import { clientLog } from '#lib/logs/client-log-schema.ts';
import { answer, result } from '#lib/results/result-schema.ts';

const edge = bot.shape.edges.element;

/** The schemas that the document names once and refers to. What is not listed is written out where it is used. */
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
  ImportedBot: importedDocument,
  ImportedEvent: importedDocument.shape.events.unwrap().unwrap().element,
  ImportedGroup: importedDocument.shape.groups.unwrap().element,
  PublishedBot: publishedBot,
  Result: result,
  ResultsTablePreferences: resultsTablePreferences,
  Settings: settings,
  Theme: theme,
  Variable: variable,
  Warning: warning,
};

/** Stands in for the schema that is checked by code, which no JSON schema shows. */
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

/** The contracts' schemas as JSON Schema 2020-12, which is what OpenAPI 3.1 is made of. */
export function openapiSchemas(endpoints: readonly Endpoint[]): OpenapiSchemas {
  const requests = convert(
    'input',
    endpoints.map(({ id, request }) => [id, request]),
  );
  const responses = convert(
    'output',
    endpoints.map(({ id, response }) => [id, { response }]),
  );

  // What is sent and what is answered differ: an object that is answered has no other keys than these.
  const inRequests = closure(requests);
  // Every operation refers to it, in the errors.
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
  // Beside the components, so that a part that is one of them becomes a reference to it.
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
  // Checked by code, too.
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
  // Hundreds of characters that say what the format says.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // A whole number is no larger in JavaScript; nobody has to be told.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** The names of the components that a value refers to itself. */
function referencesIn(value: unknown): string[] {
  if (value instanceof Map) return [...value.values()].flatMap(referencesIn);
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.slice(refTo('').length)] : referencesIn(inner),
  );
}

/** The same for what they refer to in turn. */
function closure({ parts, components }: Converted): Set<string> {
  const names = new Set(referencesIn(parts));
  // A set that grows while it is walked is walked to its end.
  for (const name of names) for (const nested of referencesIn(components[name])) names.add(nested);
  return names;
}
