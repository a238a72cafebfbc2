import { HttpFailure, type HttpPort } from '#lib/engine/model/ports.ts';

/**
 * Of one turn, whoever sends them: blocks, user code, attachments of mails. Anybody can start a chat, and without an end
 * a flow in a circle would be a weapon against others.
 */
export const MAX_REQUESTS_PER_TURN = 20;

/** Lets the first requests through; those that follow fail. */
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
