import { HttpFailure, type HttpPort } from '#lib/engine/model/ports.ts';

/**
 * Requests that one turn may send, be it from blocks, from user code or for attachments of mails. Anybody can
 * start a chat, and without a limit a flow that goes in circles could be used to attack others.
 */
export const MAX_REQUESTS_PER_TURN = 20;

/** Lets the first requests through. Those that follow fail. */
export function limitedHttp(http: HttpPort, maxRequests = MAX_REQUESTS_PER_TURN): HttpPort {
  let requests = 0;
  return async (request) => {
    requests += 1;
    if (requests > maxRequests) {
      throw new HttpFailure('failed', `One turn sends ${maxRequests} requests at most`);
    }
    return await http(request);
  };
}
