import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import type { Taken } from '#test/support/fuzz/read-back.ts';

/** Creates fresh data and returns a request about it. */
export type Preparation = (api: Api) => Promise<ApiRequest>;

/**
 * What the tests and the tables of costs need to know about an endpoint, beyond its contract. Each endpoint has one, in
 * `test/endpoints/<id>.ts`.
 *
 * @example
 * export const fixture: EndpointFixture = {
 *   calls: { 'a bot': async (api) => get(`/v1/bots/${await importSmallBot(api)}`) },
 *   costs: {
 *     get: {
 *       prepare: async (api) => get(`/v1/bots/${await importTypicalBot(api)}`),
 *       commands: ['GetItemCommand'],
 *       readUnits: 3,
 *       assumed: { ms: 25, bytesSent: 9_800 },
 *     },
 *   },
 * };
 */
export type EndpointFixture = {
  /** Calls that succeed, by what they are about. Every database request of each is made to fail. */
  calls: Record<string, Preparation | Call>;
  /** What calls cost, by the name of the operation in docs/storage-schema.md. */
  costs: Record<string, Cost>;
  /** Checks what later reads show of a fuzzed request. Required unless the method is GET. */
  readBack?: ReadBack;
  /** Whether a second call changes nothing. Otherwise, it creates another thing or makes another change. */
  isIdempotent?: true;
  /** Why a request that is valid by its schema may still be refused with 400. */
  looseSchema?: LooseSchema;
};

export type Call = {
  prepare: Preparation;
  /** Status of a retry if the first request had done its work, but its response was lost. 200 by default. */
  retryStatus?: number;
  /** Whether this call changes nothing, though the endpoint writes. */
  changesNothing?: true;
};

export type ReadBack = (taken: Taken) => Promise<void>;

export type Cost = {
  /** Prepares the one request that is measured. */
  prepare: Preparation;
  /** Commands sent to the database, in any order. Requests for tokens count only with `countsTokens`. */
  commands: readonly string[];
  readUnits?: number;
  /** Includes the entry in the audit trail, which may be written from the table's stream. */
  writeUnits?: number;
  /** 200 by default. */
  status?: number;
  /** Whether requests for token items count. Those of the authorizer never do. */
  countsTokens?: true;
  /** What docs/cost.md assumes. Without it, the operation has no cost in dollars. */
  assumed?: Assumptions;
  /** Whether the pages leave the operation out. */
  isUnlisted?: true;
};

export type Assumptions = {
  /** Duration of a run, in milliseconds. */
  ms: number;
  bytesSent: number;
  /** Whether the function writes a line for a metric. */
  writesMetric?: true;
};

export type LooseSchema = {
  /** The rule that the schema cannot state. */
  because: string;
  /** Ids of the routes that have it. The endpoint alone by default, without its addresses of Typebot. */
  routes?: readonly string[];
};
