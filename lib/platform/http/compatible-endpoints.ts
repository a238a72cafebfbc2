import * as z from 'zod';
import { type CompatibleAddress, leadsInto, type Names } from './compatible-address.ts';
import type { Endpoint } from './contract.ts';

/*
 * Routes, documentation and tests treat each address of Typebot as an endpoint. These are derived from
 * the contracts, and never loaded by functions.
 */

/** Returns the endpoints, each followed by one for each of its addresses of Typebot. */
export function withCompatibleEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const addresses = endpoint.compatibility ?? [];
    const shared = addresses.find(({ path }) => path === endpoint.path);
    return [
      shared ? withSharedPath(endpoint, shared) : endpoint,
      ...addresses.filter((address) => address !== shared).map((address) => toEndpoint(endpoint, address)),
    ];
  });
}

/** Describes an endpoint whose path both products have: its response is the one after the translation. */
function withSharedPath(endpoint: Endpoint, { note, schemas }: CompatibleAddress): Endpoint {
  return {
    ...endpoint,
    description: note === undefined ? endpoint.description : `${endpoint.description} ${note}`,
    response: () => schemas?.().response ?? endpoint.response(),
  };
}

function toEndpoint(endpoint: Endpoint, address: CompatibleAddress): Endpoint {
  const { compatibility: _, ...fields } = endpoint;
  const { params, query, headers, body } = endpoint.request;
  const response = () => address.schemas?.().response ?? withNames(endpoint.response(), address.response);
  const translated = {
    params: params && withNames(params, address.params),
    query: address.schemas?.().query ?? query,
    headers,
    body: address.schemas?.().body ?? (body && withNames(body, address.body)),
  };
  return {
    ...fields,
    id: `${endpoint.id}-compatible${address.suffix ? `-${address.suffix}` : ''}`,
    derivedFrom: { id: endpoint.id, address },
    path: address.path,
    summary: `${endpoint.summary} (compatible)`,
    description: [
      `The same operation as \`${endpoint.method} ${endpoint.path}\`, under Typebot's address and names. Unknown ` +
        'keys are ignored.',
      ...(address.note ? [address.note] : []),
    ].join(' '),
    request: Object.fromEntries(Object.entries(translated).filter(([, schema]) => schema !== undefined)),
    response,
  };
}

/** Renames properties of a schema as `toTheirNames` renames those of a value. */
function withNames(schema: z.ZodType, names: Names = {}, prefix = ''): z.ZodType {
  if (schema instanceof z.ZodOptional) return within(schema, names, prefix).optional();
  if (schema instanceof z.ZodNullable) return within(schema, names, prefix).nullable();
  if (schema instanceof z.ZodArray) return z.array(withNames(schema.element as z.ZodType, names, prefix));
  if (!(schema instanceof z.ZodObject) || Object.keys(names).length === 0) return schema;
  const shape = Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, inner]) => {
      const path = `${prefix}${key}`;
      const translated = leadsInto(names, path) ? withNames(inner, names, `${path}.`) : inner;
      return [names[path] ?? key, translated];
    }),
  );
  return schema.clone({ ...schema.def, shape });
}

function within(schema: z.ZodOptional | z.ZodNullable, names: Names, prefix: string): z.ZodType {
  return withNames(schema.unwrap() as z.ZodType, names, prefix);
}
