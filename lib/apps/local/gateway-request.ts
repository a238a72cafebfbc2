/** A request as it came over the wire, before anybody has read anything into it. */
export type GatewayRequest = {
  method: string;
  /** Still percent-encoded, without the query. */
  path: string;
  /** Without the question mark; empty if there is none. */
  queryString: string;
  /** Names as the client spelled them, in its order; a name can come more than once. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** How long the body was, if `body` holds only its beginning because it is too large anyway. */
  bodyBytes?: number;
  sourceIp: string;
};

export type GatewayAnswer = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
};

/** The last one of that name, as REST APIs choose; names know no case. */
export function headerOf(request: GatewayRequest, name: string): string | undefined {
  return request.headers.findLast(([candidate]) => candidate.toLowerCase() === name)?.[1];
}
