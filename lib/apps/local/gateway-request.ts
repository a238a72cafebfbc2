/** A request as it came over the wire, before anything in it was interpreted. */
export type GatewayRequest = {
  method: string;
  /** Still percent-encoded, without the query. */
  path: string;
  /** Without the question mark; empty if there is none. */
  queryString: string;
  /** Names as the client spelled them, in its order. A name can occur more than once. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Length of the whole body, if `body` holds only its beginning because it is too large. */
  bodyBytes?: number;
  sourceIp: string;
};

export type GatewayAnswer = {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
};

/** The last header of that name, as REST APIs choose. Names are not case-sensitive. */
export function getHeader(request: GatewayRequest, name: string): string | undefined {
  return request.headers.findLast(([candidate]) => candidate.toLowerCase() === name)?.[1];
}
