import type { EdgeRequest, ViewerRequestEvent } from './viewer-request.ts';

/** Passes on requests for files. It is there because every function at the edge refuses service workers. */
export function handler({ request }: ViewerRequestEvent): EdgeRequest {
  return request;
}
