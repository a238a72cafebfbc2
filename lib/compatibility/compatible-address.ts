import type * as z from 'zod';
import type { Caller } from '#lib/platform/auth/access.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { Names } from './translate-names.ts';

/** The request that a response belongs to, in the names of the contract. */
export type CheckedRequest = {
  params: JsonObject;
  query: JsonObject;
  /** Present if the contract requires a bearer token. */
  caller?: Caller | undefined;
};

/**
 * An address of Typebot that leads to an endpoint of this service. The endpoint's function serves it,
 * with the endpoint's grants and checks; only names and forms are translated.
 * Decision: docs/decisions/0033-addresses-of-the-source-product.md
 */
export type CompatibleAddress = {
  /** The endpoint's own path if both products have the same. All its callers then get what is translated. */
  path: `/v${number}/${string}`;
  /** Added to the endpoint's id to form the address's own. Only needed if an endpoint has several. */
  suffix?: string;
  /** Differences from the endpoint that its callers should know. */
  note?: string;
  /** Whether the endpoint exists for clients of Typebot alone. */
  isOnlyForTypebot?: true;
  params?: Names;
  body?: Names;
  response?: Names;
  /** Translates the query, where names are not enough. */
  toQuery?: (query: JsonObject) => JsonObject;
  /**
   * Translates the body, where names are not enough. It may be any JSON value, or undefined. The query is the one that
   * was sent.
   */
  toBody?: (body: unknown, query: JsonObject) => unknown;
  /** Translates the response after its names. */
  fromResponse?: (response: JsonObject, request: CheckedRequest) => JsonObject;
  /**
   * Schemas of what `toQuery`, `toBody` and `fromResponse` translate, each from the endpoint's own, in which the names are
   * already translated. Read by documentation and tests alone.
   */
  schemas?: Partial<Record<'query' | 'body' | 'response', (own: z.ZodType) => z.ZodType>>;
};
