import { findBotsFile } from '#apps/sites/site-paths.ts';
import { type EdgeRequest, type EdgeResponse, notFound, type ViewerRequestEvent } from './viewer-request.ts';

/** Leads the preview of every bot to its one document. */
export function handler({ request }: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  const file = findBotsFile(request.uri);
  if (file === undefined) return notFound('There is nothing at this address.');
  request.uri = file;
  return request;
}
