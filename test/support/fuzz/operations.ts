import { routes } from '#functions/endpoints.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';

const isChat = ({ api }: Endpoint) => api === 'chat';
const isRead = ({ method }: Endpoint) => method === 'GET';
const isAboutBots = ({ path }: Endpoint) => /^\/(api\/)?v1\/(typebots|bots)/.test(path);
const writing = routes.filter((endpoint) => !isChat(endpoint) && !isRead(endpoint));

/** All routes, in groups that are fuzzed in parallel. */
export const fuzzedTogether = {
  reading: routes.filter((endpoint) => !isChat(endpoint) && isRead(endpoint)),
  writingBots: writing.filter(isAboutBots),
  writingTheRest: writing.filter((endpoint) => !isAboutBots(endpoint)),
  chat: routes.filter(isChat),
} as const;
