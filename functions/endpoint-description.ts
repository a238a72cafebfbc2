import type { ErrorCode } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** An example of a request and its response. */
export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** Response body. For media types other than JSON, an object with the text of each. */
  response: unknown;
  /** The purpose of this example, for endpoints that do more than one thing. */
  summary?: string;
  /** Further examples, by name. */
  others?: Record<string, { summary: string; body: JsonObject; response: unknown }>;
};

/**
 * Facts about an endpoint for the documentation alone. A contract's module returns it from `describeEndpoint`: nothing
 * in a bundle calls that function, so bundles leave it out.
 */
export type EndpointDescription = {
  example: Example;
  /** Examples at addresses of Typebot that a translation of `example` would not fit, by the id of the route. */
  examplesElsewhere?: Record<string, Example>;
  /** Descriptions of parameters, where `PARAMETER_DESCRIPTIONS` has none or another one. */
  parameters?: Record<string, string>;
  /** Descriptions of properties that only this endpoint has, by the ends of their paths: `bot`, `results.bot`. */
  properties?: Record<string, string>;
  /** Errors about which there is more to say than their status does, by code. */
  errors?: Partial<Record<ErrorCode, ErrorDescription>>;
};

export type ErrorDescription = {
  description: string;
  /** The body of a response, without its code and request id. */
  example: JsonObject;
};
