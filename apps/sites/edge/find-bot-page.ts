import { findPagePath } from '#apps/sites/site-paths.ts';
import { handler as addViewer } from './add-viewer.ts';
import type { EdgeRequest, EdgeResponse, ViewerRequestEvent } from './viewer-request.ts';

/** The operator's names for bots, which the build of the function fills in. */
declare const CUSTOM_DOMAINS: readonly string[];

/** Leads pages at custom domains to the one route that API Gateway has for pages, and adds the viewer. */
export function handler(event: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  const { request } = event;
  request.uri = findPagePath(request.uri, request.headers.host?.value ?? '', CUSTOM_DOMAINS);
  return addViewer(event);
}
