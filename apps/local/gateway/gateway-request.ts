/** A request as received, before any decoding. */
export type GatewayRequest = {
  method: string;
  /** Percent-encoded, without the query string. */
  path: string;
  /** Without the question mark; empty if there is no query. */
  queryString: string;
  /** In the client's order and spelling. Names can repeat. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Length of the whole body, if `body` was truncated because it is too large. */
  bodyBytes?: number;
  sourceIp: string;
};

export type RawResponse = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
};

/** Returns the last header with that name, as REST APIs do. Names are case-insensitive. */
export function getHeader(request: GatewayRequest, name: string): string | undefined {
  return request.headers.findLast(([candidate]) => candidate.toLowerCase() === name)?.[1];
}
