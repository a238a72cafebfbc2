import type { RawResponse } from './gateway-request.ts';

/**
 * Leaves out `Strict-Transport-Security`, which is for https alone. Behind a proxy with a certificate for localhost, browsers
 * would refuse http to every port of it for a year.
 */
export function dropHsts({ headers, ...response }: RawResponse): RawResponse {
  return {
    ...response,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'strict-transport-security'),
  };
}
