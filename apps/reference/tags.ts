import { findAddress } from '#lib/compatibility/address-table.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';

/** Tags of the operations, in display order. */
export const TAGS = {
  Bots: 'Drafts of bots, and publishing them.',
  Folders: 'Folders of bots.',
  Releases: 'Numbered copies of drafts that were published.',
  Results: "Respondents' runs of a bot, with their answers.",
  Workspaces: 'The owners of bots.',
  Domains: 'Host names under which bots have pages.',
  Credentials: 'Logins and keys that blocks use. They are written and never returned.',
  Jobs: 'Work that is too long for one call.',
  Tokens: 'Access tokens and their roles.',
  Audit: 'Who changed what in a workspace.',
  Health: 'For monitoring: no token.',
  Chat: "For respondents' browsers: no token, the session id grants access.",
  Compatibility: 'The same operations under the addresses and names of Typebot, for its clients.',
} as const;

type Tag = keyof typeof TAGS;

const TAG_BY_SEGMENT: Record<string, Tag> = {
  bots: 'Bots',
  folders: 'Folders',
  releases: 'Releases',
  diff: 'Releases',
  results: 'Results',
  analytics: 'Results',
  workspaces: 'Workspaces',
  me: 'Tokens',
  'custom-domains': 'Domains',
  credentials: 'Credentials',
  jobs: 'Jobs',
  tokens: 'Tokens',
  invitations: 'Tokens',
  'sign-ins': 'Tokens',
  audit: 'Audit',
  healthz: 'Health',
};

/** Returns the tag of the innermost resource in the path: `/v1/bots/{botId}/results` is tagged Results. */
export function getTag(endpoint: Endpoint): Tag {
  const { api, path, servedBy } = endpoint;
  if (servedBy || findAddress(endpoint)?.isOnlyForTypebot) return 'Compatibility';
  if (api === 'chat' && path !== HEALTH_PATH) return 'Chat';
  const tags = path.split('/').map((segment) => TAG_BY_SEGMENT[segment]);
  return tags.findLast((tag) => tag !== undefined) ?? 'Bots';
}
