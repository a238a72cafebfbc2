import type { EdgeRequest, ViewerRequestEvent } from './viewer-request.ts';

/** Passes requests for files on: all that it refuses is what no function at the edge takes. */
export function handler({ request }: ViewerRequestEvent): EdgeRequest {
  return request;
}
