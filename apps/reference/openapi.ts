import { toOperationId } from '#apps/client/operation-id.ts';
import type { Example } from '#functions/endpoint-description.ts';
import { type Api, type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { describeProperties } from './describe-properties.ts';
import { ENDPOINT_DESCRIPTIONS } from './endpoint-descriptions.ts';
import { getExample } from './endpoint-example.ts';
import { ERROR_HEADERS, errorResponses, toErrorResponses } from './openapi-errors.ts';
import { extractParameters, type OpenapiParameter, resolveParameter } from './openapi-parameters.ts';
import { type OperationSchemas, openapiSchemas } from './openapi-schemas.ts';
import { PARAMETER_DESCRIPTIONS } from './parameter-descriptions.ts';
import { extractSchemas } from './shared-schemas.ts';
import { getRedirectHeaders, getSuccessHeaders, SUCCESS_HEADERS } from './success-headers.ts';
import { getTag, TAGS } from './tags.ts';

/** The properties of an OpenAPI 3.1 document that this code reads. */
export type OpenapiDocument = {
  openapi: string;
  servers: Server[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, JsonObject>>;
  [key: string]: unknown;
};

export type Server = {
  url: string;
  description: string;
  variables?: Record<string, { default: string; description: string }>;
};

export type PathItem = { servers?: Server[]; [method: string]: unknown };

/** The properties of an operation that generators of code read. */
export type OpenapiOperation = {
  summary: string;
  description: string;
  parameters?: OpenapiParameter[];
  requestBody?: { required: boolean; content: OpenapiContent };
  responses: { 200: { content: OpenapiContent } };
};

/** Schemas by media type. */
export type OpenapiContent = Record<string, { schema: JsonObject }>;

const SERVERS: Record<Api, Server> = {
  management: {
    url: '{baseUrl}',
    description: 'The management address',
    variables: {
      baseUrl: { default: 'http://127.0.0.1:3000', description: 'The stack output ManagementUrl' },
    },
  },
  chat: {
    url: '{chatUrl}',
    description: "The chat address, for respondents' browsers",
    variables: { chatUrl: { default: 'http://127.0.0.1:3001', description: 'The stack output ChatUrl' } },
  },
};

const DESCRIPTION = `Stores conversational bots and the answers people give them.

Two addresses: **management** needs \`Authorization: Bearer <token>\`, **chat** is open to browsers everywhere.
Success is always 200. Every error, the gateway's own included, has the envelope \`Error\`: \`code\` is for programs,
\`message\` for people, \`issues\` locates each problem. Unknown query parameters are refused with 400, except at
addresses that Typebot has, too. Timestamps are ISO 8601.`;

/**
 * Generates the OpenAPI document of these endpoints from their contracts.
 *
 * @param servers URLs of the two APIs; defaults to server variables
 * @throws Error if two endpoints of an API have the same method and path
 */
export function openapiDocument(
  endpoints: readonly Endpoint[],
  servers: Record<Api, Server> = SERVERS,
): OpenapiDocument {
  const { components, operations } = extractSchemas(openapiSchemas(endpoints));
  for (const [name, schema] of Object.entries(components)) describeProperties(schema, name);
  for (const [id, { body, response }] of operations) {
    for (const schema of [body, response]) if (schema) describeProperties(schema, toOperationId(id));
  }
  const paths: Record<string, PathItem> = {};
  const written: JsonObject[] = [];
  for (const endpoint of endpoints) {
    const item = paths[endpoint.path] ?? createPathItem(endpoint.api, servers);
    paths[endpoint.path] = item;
    const method = endpoint.method.toLowerCase();
    const twin = item[method] as JsonObject | undefined;
    if (twin) {
      addServer(twin, servers, endpoint);
      continue;
    }
    const operation: JsonObject = toOperation(endpoint, operations.get(endpoint.id) ?? {});
    // Both APIs have this path.
    const isElsewhere = getServer(item, servers) !== servers[endpoint.api];
    if (isElsewhere) operation.servers = [servers[endpoint.api]];
    item[method] = operation;
    written.push(operation);
  }
  const parameters = extractParameters(written);
  const usedTags = new Set(endpoints.map(getTag));
  return {
    openapi: '3.1.0',
    info: { title: 'Bot management service', version: '1', description: DESCRIPTION },
    servers: [servers.management],
    tags: Object.entries(TAGS)
      .filter(([name]) => usedTags.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of the form `bot_…`' },
      },
      headers: { ...SUCCESS_HEADERS, ...ERROR_HEADERS },
      parameters,
      responses: errorResponses(),
      schemas: components,
    },
  };
}

/** Says of an operation of the management API that the chat API has it, too. */
function addServer(
  operation: JsonObject,
  servers: Record<Api, Server>,
  { api, method, path }: Endpoint,
): void {
  const isTwin = api === 'chat' && operation.servers === undefined;
  if (!isTwin) throw new Error(`Two endpoints are ${method} ${path}`);
  operation.servers = [servers.management, servers.chat];
}

/** Returns a path without operations. The document itself names the management address. */
function createPathItem(api: Api, servers: Record<Api, Server>): PathItem {
  return api === 'chat' ? { servers: [servers.chat] } : {};
}

function getServer(item: PathItem, servers: Record<Api, Server>): Server {
  return item.servers?.[0] ?? servers.management;
}

/** Returns the operation of an endpoint, with its parameters instead of references to them. */
export function getOperation({ paths, components }: OpenapiDocument, { path, method }: Endpoint) {
  const operation = paths[path]?.[method.toLowerCase()] as OpenapiOperation;
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map((one) => resolveParameter(one, components.parameters)),
  };
}

function toOperation(endpoint: Endpoint, schemas: OperationSchemas) {
  const { id, summary, description, role, auth } = endpoint;
  const example = getExample(endpoint);
  return {
    operationId: toOperationId(id),
    tags: [getTag(endpoint)],
    summary,
    description:
      role === undefined ? description : `${description}\n\nRequires a token with at least the role ${role}.`,
    security: auth === 'bearer' ? [{ bearer: [] }] : [],
    ...toParameters(endpoint, schemas, example),
    ...(schemas.body && {
      requestBody: {
        required: !endpoint.request.body?.safeParse(undefined).success,
        content: {
          'application/json': getMediaType(schemas.body, example?.body, toExamples(example, 'body')),
          ...(endpoint.lines && {
            'application/x-ndjson': getMediaType(
              { type: 'string' },
              toLines(example?.body?.[endpoint.lines.field]),
            ),
          }),
        },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        ...getSuccessHeaders(endpoint),
        content: getContent(endpoint, schemas.response, example),
      },
      ...(endpoint.redirects && {
        302: { description: 'The page is at another address.', headers: getRedirectHeaders() },
      }),
      ...(endpoint.revalidates && {
        304: { description: 'It has the ETag in If-None-Match.', ...getSuccessHeaders(endpoint) },
      }),
      ...toErrorResponses(endpoint),
    },
  };
}

/** The entries of an example as NDJSON. */
function toLines(entries: unknown): string | undefined {
  return Array.isArray(entries) ? entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') : undefined;
}

/** Content by media type: JSON unless the contract names others. */
function getContent({ produces }: Endpoint, schema: JsonObject = {}, example?: Example): JsonObject {
  const response = example?.response;
  if (!produces) {
    return { 'application/json': getMediaType(schema, response, toExamples(example, 'response')) };
  }
  const texts = (response ?? {}) as Record<string, string>;
  return Object.fromEntries(produces.map((mediaType) => [mediaType, getMediaType(schema, texts[mediaType])]));
}

/** OpenAPI allows one example or several named ones, but not both. */
function getMediaType(schema: JsonObject, example: unknown, examples?: JsonObject): JsonObject {
  if (examples) return { schema, examples };
  return { schema, ...(example !== undefined && { example }) };
}

/** Named examples of the body or the response, if there is more than one. */
function toExamples(example: Example | undefined, part: 'body' | 'response'): JsonObject | undefined {
  if (!example?.others) return undefined;
  const { summary, others } = example;
  return Object.fromEntries(
    Object.entries({ usual: { summary, [part]: example[part] }, ...others }).map(([name, one]) => [
      name,
      { summary: one.summary, value: one[part] },
    ]),
  );
}

const PARAMETER_LOCATIONS = [
  ['params', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
] as const;

/** OpenAPI describes the first three elsewhere, and browsers set `origin` themselves. */
const NO_PARAMETERS = ['authorization', 'content-type', 'accept', 'origin'];

function toParameters(endpoint: Endpoint, schemas: OperationSchemas, example?: Example) {
  const parameters = PARAMETER_LOCATIONS.flatMap(([part, location]) => {
    const { properties = {}, required = [] } = (schemas[part] ?? {}) as {
      properties?: Record<string, JsonObject>;
      required?: string[];
    };
    return Object.entries(properties)
      .filter(([name]) => location !== 'header' || !NO_PARAMETERS.includes(name))
      .map(([name, { description, ...schema }]): JsonObject => {
        const isRequired = location === 'path' || required.includes(name);
        const value = example?.[part]?.[name];
        return {
          name: location === 'header' ? formatHeaderName(name) : name,
          in: location,
          required: isRequired,
          ...describe(description ?? getDescription(getFunctionId(endpoint), name)),
          schema,
          // Optional parameters get no example, because tools would prefill them and send them.
          ...(isRequired && value !== undefined && { example: value }),
        };
      });
  });
  return parameters.length === 0 ? {} : { parameters };
}

function getDescription(endpointId: string, parameter: string): string | undefined {
  const { parameters = {} } = ENDPOINT_DESCRIPTIONS.get(endpointId) ?? {};
  return parameters[parameter] ?? PARAMETER_DESCRIPTIONS[parameter];
}

const describe = (description: unknown) => (description === undefined ? {} : { description });

/** `if-match` → `If-Match`. */
function formatHeaderName(name: string): string {
  return name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());
}
