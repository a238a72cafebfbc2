import { findConsoleFile } from '#apps/sites/site-paths.ts';
import { type EdgeRequest, type EdgeResponse, notFound, type ViewerRequestEvent } from './viewer-request.ts';

/**
 * Leads every page of the console to its one document. An error page of the distribution could do that, too, but it
 * would also replace the errors of the API.
 */
export function handler({ request }: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  const file = findConsoleFile(request.uri);
  if (file === undefined) return notFound('There is nothing at this address.');
  request.uri = file;
  return request;
}
