import { type HttpPort, HttpRequestError } from '#lib/engine/model/ports.ts';

/**
 * Maximum number of requests per turn, including those of user code and downloads of email attachments. Anyone
 * can start a chat, and without a limit a flow with a loop could be used to attack other services.
 */
export const MAX_REQUESTS_PER_TURN = 20;

/** Wraps an HTTP port so that requests beyond the limit fail. */
export function limitHttp(http: HttpPort, maxRequests = MAX_REQUESTS_PER_TURN): HttpPort {
  let requests = 0;
  return async (request) => {
    requests += 1;
    if (requests > maxRequests) {
      throw new HttpRequestError('failed', `A turn may send at most ${maxRequests} requests`, {
        isLimit: true,
      });
    }
    return await http(request);
  };
}
