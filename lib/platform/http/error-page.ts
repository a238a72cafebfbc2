import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceError } from '#lib/platform/errors/service-error.ts';

/** Returns the response for an error as a small page. Messages of errors contain nothing that a caller sent. */
export function errorPage(
  error: ServiceError,
  requestId: string,
  headers: Record<string, string>,
): APIGatewayProxyResult {
  const isOurs = error.statusCode >= 500;
  return {
    statusCode: error.statusCode,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      vary: 'Accept',
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    },
    body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${error.statusCode === 404 ? 'Not found' : 'Not available'}</title>
    <link rel="icon" href="data:,">
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100dvh; display: grid; place-content: center; }
      main { padding: 24px; max-width: 32rem; text-align: center; }
      h1 { font-size: 20px; margin: 0 0 8px; }
      p { margin: 0 0 8px; }
      small { opacity: 0.75; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <main>
      <h1>${error.statusCode === 404 ? 'There is nothing at this address' : 'This page is not available right now'}</h1>
      <p>${isOurs ? 'Please try again in a moment.' : 'The address may be misspelt, or its owner may have taken the page down.'}</p>${
        isOurs ? `\n      <p><small>Request ${requestId}</small></p>` : ''
      }
    </main>
  </body>
</html>
`,
  };
}
