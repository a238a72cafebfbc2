/*
 * The events of CloudFront functions, reduced to what the functions of the sites use.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */

export type Values = Record<string, { value: string }>;

export type EdgeRequest = { method: string; uri: string; headers: Values };
export type EdgeResponse = {
  statusCode: number;
  statusDescription: string;
  headers: Values;
  body: string;
};

export type ViewerRequestEvent = { viewer: { ip: string }; request: EdgeRequest };

/** Returns a response of one line, for addresses that have no page. */
export function notFound(line: string): EdgeResponse {
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: `${line}\n`,
  };
}
