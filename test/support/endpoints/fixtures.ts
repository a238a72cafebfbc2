import { existsSync } from 'node:fs';
import { endpoints } from '#functions/endpoints.ts';
import { type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import type { Call, Cost, EndpointFixture, LooseSchema } from './fixture.ts';

const FOLDER = new URL('../../endpoints/', import.meta.url);

/** The fixtures of all endpoints, by id, in the order of the contracts. */
export const FIXTURES: ReadonlyMap<string, EndpointFixture> = new Map(
  await Promise.all(endpoints.map(async ({ id }) => [id, await loadFixture(id)] as const)),
);

async function loadFixture(id: string): Promise<EndpointFixture> {
  const file = new URL(`${id}.ts`, FOLDER);
  if (!existsSync(file)) throw new Error(`The endpoint ${id} needs a fixture: test/endpoints/${id}.ts`);
  const { fixture } = (await import(file.href)) as { fixture: EndpointFixture };
  return fixture;
}

/** Returns the fixture of an endpoint, or of the one whose function serves it. */
export function getFixture(endpoint: Endpoint): EndpointFixture {
  const fixture = FIXTURES.get(getFunctionId(endpoint));
  if (!fixture) throw new Error(`There is no endpoint ${endpoint.id}`);
  return fixture;
}

export type EndpointCall = Call & { endpoint: Endpoint; what: string };

/** Calls that succeed, of all endpoints. */
export const ENDPOINT_CALLS: readonly EndpointCall[] = endpoints.flatMap((endpoint) =>
  Object.entries(getFixture(endpoint).calls).map(([what, call]) => ({
    endpoint,
    what,
    ...(typeof call === 'function' ? { prepare: call } : call),
  })),
);

export type EndpointCost = Cost & { endpoint: Endpoint; operation: string };

/** What calls cost, of all endpoints. */
export const ENDPOINT_COSTS: readonly EndpointCost[] = endpoints.flatMap((endpoint) =>
  Object.entries(getFixture(endpoint).costs).map(([operation, cost]) => ({ endpoint, operation, ...cost })),
);

/** Why valid requests may be refused, by the ids of the routes. */
export const LOOSE_SCHEMAS: readonly Required<LooseSchema>[] = [...FIXTURES].flatMap(
  ([id, { looseSchema }]) => (looseSchema ? [{ routes: [id], ...looseSchema }] : []),
);
