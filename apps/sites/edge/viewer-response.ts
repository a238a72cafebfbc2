import type { Values } from './viewer-request.ts';

/** The event of a function that runs before the viewer gets a response, also if the response was kept at the edge. */
export type ViewerResponseEvent = { request: ViewerQuery; response: ViewerResponse };

export type ViewerResponse = { statusCode: number; headers: Values };

/** The viewer's query. CloudFront gives requests a method that returns it unparsed. */
export type ViewerQuery = {
  rawQueryString?: () => string | undefined;
  querystring?: Record<string, { value: string; multiValue?: { value: string }[] }>;
};

/** Returns the query as it was sent, without the question mark. Empty if there is none. */
export function getQuery(request: ViewerQuery): string {
  // AWS does not document whether the method exists when the function runs before a response.
  if (request.rawQueryString) return request.rawQueryString() || '';
  const { querystring = {} } = request;
  return Object.keys(querystring)
    .map((name) => {
      const { value = '', multiValue } = querystring[name] || {};
      return (multiValue || [{ value }])
        .map((one) => (one.value === '' ? name : `${name}=${one.value}`))
        .join('&');
    })
    .join('&');
}
