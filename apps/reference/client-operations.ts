import { toOperationId } from '#apps/client/operation-id.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { openapiSchemas } from './openapi-schemas.ts';

const HEAD = `/*
 * Facts that the client needs to send the requests of each operation. Written by \`npm run docs\` from the contracts; do
 * not edit.
 */

export const operations = {
`;

/** Generates the client's table of these endpoints. */
export function clientOperations(endpoints: readonly Endpoint[]): string {
  const { operations } = openapiSchemas(endpoints);
  const rows = endpoints.map((endpoint) => {
    const { id, method, path, api, auth, idempotent, produces } = endpoint;
    const schemas = operations.get(id) ?? {};
    const list = schemas.query && getList(schemas.query, schemas.response);
    const fields = {
      method,
      path,
      api,
      auth,
      ...(idempotent && { idempotent }),
      ...(produces && { produces }),
      ...(list !== undefined && { list }),
    };
    return `  ${toOperationId(id)}: ${toLiteral(fields)},\n`;
  });
  return `${HEAD}${rows.join('')}} as const;\n`;
}

/** Returns the field with the entries of a page, if the endpoint lists something with a cursor. */
function getList(query: JsonObject, response: JsonObject = {}): string | undefined {
  const fields = Object.entries((response.properties ?? {}) as Record<string, JsonObject>);
  const hasCursor = 'cursor' in ((query.properties ?? {}) as JsonObject);
  if (!hasCursor || !fields.some(([name]) => name === 'nextCursor')) return undefined;
  return fields.find(([, { type }]) => type === 'array')?.[0];
}

function toLiteral(fields: Record<string, unknown>): string {
  const properties = Object.entries(fields).map(([name, value]) => {
    const text = JSON.stringify(value).replaceAll('"', "'").replaceAll("','", "', '");
    return `    ${name}: ${text},\n`;
  });
  return `{\n${properties.join('')}  }`;
}
