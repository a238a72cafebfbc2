import { getQuery, type ViewerResponse, type ViewerResponseEvent } from './viewer-response.ts';

/**
 * Adds the viewer's query to a redirect. The edge keeps redirects for everyone, and must not give one visitor the values
 * of another's variables.
 */
export function handler({ request, response }: ViewerResponseEvent): ViewerResponse {
  const { location } = response.headers;
  const query = getQuery(request);
  if (response.statusCode === 302 && location && query !== '') {
    location.value += (location.value.includes('?') ? '&' : '?') + query;
  }
  return response;
}
