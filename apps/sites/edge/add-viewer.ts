import { isPreviewPath } from '#apps/sites/site-paths.ts';
import { type EdgeRequest, type EdgeResponse, notFound, type ViewerRequestEvent } from './viewer-request.ts';

/**
 * Tells the API who asks and where, because it sees an address of CloudFront and its own host. Whatever the viewer
 * sent under these names is replaced.
 */
export function handler({ request, viewer }: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  if (request.uri === '/') return notFound('Bots have addresses of their own: this one lacks its last part.');
  if (isPreviewPath(request.uri)) return notFound('Drafts are previewed at this path of the console.');
  request.headers['x-viewer-address'] = { value: viewer.ip };
  const host = request.headers.host;
  if (host) request.headers['x-viewer-host'] = { value: host.value };
  return request;
}
