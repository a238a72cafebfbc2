import { endpoints } from '#lib/endpoints.ts';
import type { Endpoint } from '#lib/http/contract.ts';

const isChat = ({ api }: Endpoint) => api === 'chat';
const isRead = ({ method }: Endpoint) => method === 'GET';

/** Every endpoint, in groups that are fuzzed in parallel. */
export const fuzzedTogether = {
  reading: endpoints.filter((endpoint) => !isChat(endpoint) && isRead(endpoint)),
  writing: endpoints.filter((endpoint) => !isChat(endpoint) && !isRead(endpoint)),
  chat: endpoints.filter(isChat),
} as const;
