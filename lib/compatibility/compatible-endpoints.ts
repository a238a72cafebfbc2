import * as z from 'zod';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { ADDRESSES } from './address-table.ts';
import type { CompatibleAddress } from './compatible-address.ts';
import { leadsInto, type Names } from './translate-names.ts';

/*
 * Routes, documentation and tests treat each address of Typebot as an endpoint. These are derived from
 * the contracts, and never loaded by functions.
 */

/** Returns the endpoints, each followed by one for each of its addresses of Typebot. */
export function withCompatibleEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const addresses = ADDRESSES[endpoint.id] ?? [];
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
    response: () => translate(endpoint.response(), {}, schemas?.response),
  };
}

function toEndpoint(endpoint: Endpoint, address: CompatibleAddress): Endpoint {
  const { note, suffix, schemas } = address;
  const { params, query, headers, body } = endpoint.request;
  return {
    ...endpoint,
    id: `${endpoint.id}-compatible${suffix ? `-${suffix}` : ''}`,
    servedBy: endpoint.id,
    path: address.path,
    summary: `${endpoint.summary} (compatible)`,
    description: [
      `The same operation as \`${endpoint.method} ${endpoint.path}\`, under Typebot's address and names. Unknown ` +
        'keys are ignored.',
      ...(note ? [note] : []),
    ].join(' '),
    request: {
      ...(params && { params: withNames(params, address.params) }),
      ...(query && { query: translate(query, {}, schemas?.query) }),
      ...(headers && { headers }),
      ...(body && { body: translate(body, address.body, schemas?.body) }),
    },
    response: () => translate(endpoint.response(), address.response, schemas?.response),
  };
}

/** Translates a schema: first its names, then what names do not say. */
function translate(
  schema: z.ZodType,
  names: Names | undefined,
  further: (own: z.ZodType) => z.ZodType = (own) => own,
): z.ZodType {
  return further(withNames(schema, names));
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
