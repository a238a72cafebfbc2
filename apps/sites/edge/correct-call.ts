import { correctApiPath } from '#apps/sites/site-paths.ts';
import { handler as addViewer } from './add-viewer.ts';
import type { EdgeRequest, EdgeResponse, ViewerRequestEvent } from './viewer-request.ts';

/** Corrects the path of a call of the chat API, which API Gateway matches to the letter, and adds the viewer. */
export function handler(event: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  event.request.uri = correctApiPath(event.request.uri);
  return addViewer(event);
}
