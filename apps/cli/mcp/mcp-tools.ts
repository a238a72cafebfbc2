import type { OperationName } from '#apps/client/client.ts';
import { toOperationId } from '#apps/client/operation-id.ts';
import { getOperation, type OpenapiOperation, openapiDocument } from '#apps/reference/openapi.ts';
import { endpoints } from '#functions/endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** An operation of the management API, as an assistant sees it. */
export type McpTool = {
  name: OperationName;
  title: string;
  description: string;
  /** Parameters of path and query side by side, and `body`. */
  inputSchema: JsonObject;
  /** Names of the arguments that belong to the path, and to the query. */
  params: string[];
  query: string[];
  isIdempotent: boolean;
  kind: ToolKind;
};

/** Effect of a call. A job can erase a workspace, so starting one counts as a deletion. */
export type ToolKind = 'read' | 'write' | 'deletion';

/** Returns a tool for each operation of the management API, from the contracts. */
export function mcpTools(): McpTool[] {
  const used = endpoints.filter(
    ({ api, returnsSecret, managesCredentials }) =>
      // A secret must not become part of a conversation: neither one that is returned nor one that is stored.
      api === 'management' && !returnsSecret && managesCredentials !== 'put',
  );
  const document = openapiDocument(used);
  return used.map((endpoint) =>
    toTool(endpoint, getOperation(document, endpoint), document.components.schemas ?? {}),
  );
}

function toTool(endpoint: Endpoint, operation: OpenapiOperation, components: Record<string, JsonObject>) {
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
  const body = operation.requestBody?.content['application/json']?.schema;
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const schema: JsonObject = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.map(({ name, description, schema: one }) => [
          name,
          { ...toLenient(one), ...(description && { description }) },
        ]),
      ),
      ...(body && { body }),
    },
    required: operation.requestBody?.required ? [...required, 'body'] : required,
    additionalProperties: false,
  };
  return {
    name: toOperationId(endpoint.id) as OperationName,
    title: operation.summary,
    description: `${operation.summary}. ${operation.description}`,
    inputSchema: withDefinitions(schema, components),
    params: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    isIdempotent: endpoint.idempotent === true,
    kind: getKind(endpoint),
  };
}

/** Parameters of an address are text, but assistants write a number where a description asks for one. */
function toLenient(schema: JsonObject): JsonObject {
  const { type, pattern } = schema;
  const isNumeric =
    type === 'string' && typeof pattern === 'string' && isForNumbers(new RegExp(pattern, 'u'));
  return isNumeric ? { ...schema, type: ['string', 'integer'] } : schema;
}

function isForNumbers(pattern: RegExp): boolean {
  return pattern.test('1') && !pattern.test('a');
}

function getKind({ method, table, startsJobs }: Endpoint): ToolKind {
  if (method === 'DELETE' || startsJobs) return 'deletion';
  const writes = [...(table.writes ?? []), ...(table.appends ?? [])];
  return method === 'GET' || writes.length === 0 ? 'read' : 'write';
}

const COMPONENT = '#/components/schemas/';

/** Adds the components that a schema refers to, because a tool's schema stands alone. */
function withDefinitions(schema: JsonObject, components: Record<string, JsonObject>): JsonObject {
  const names = new Set<string>();
  const local = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(local);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key !== '$ref' || typeof inner !== 'string') return [key, local(inner)];
        names.add(inner.slice(COMPONENT.length));
        return [key, inner.replace(COMPONENT, '#/$defs/')];
      }),
    );
  };
  const own = local(schema) as JsonObject;
  const definitions: JsonObject = {};
  // Iterating over a set also visits the names that are added meanwhile.
  for (const name of names) definitions[name] = local(components[name]);
  return names.size === 0 ? own : { ...own, $defs: definitions };
}
