import { routes } from '#functions/endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';

const isChat = ({ api }: Endpoint) => api === 'chat';
const isRead = ({ method }: Endpoint) => method === 'GET';

/** All routes, in groups that are fuzzed in parallel. */
export const fuzzedTogether = {
  reading: routes.filter((endpoint) => !isChat(endpoint) && isRead(endpoint)),
  writing: routes.filter((endpoint) => !isChat(endpoint) && !isRead(endpoint)),
  chat: routes.filter(isChat),
} as const;
