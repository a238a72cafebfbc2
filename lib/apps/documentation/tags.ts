import type { Endpoint } from '#lib/http/contract.ts';

/** The topics of the operations, in the order of the document. */
export const TAGS = {
  Bots: 'Drafts of bots, and publishing them.',
  Releases: 'What was published, and when.',
  Results: "Respondents' runs of a bot, with their answers.",
  Workspaces: 'Who owns what.',
  Tokens: 'Who may do what.',
  Chat: "The address for respondents' browsers: no token, the session id is the capability.",
} as const;

type Tag = keyof typeof TAGS;

const TAG_BY_SEGMENT: Record<string, Tag> = {
  bots: 'Bots',
  releases: 'Releases',
  diff: 'Releases',
  results: 'Results',
  analytics: 'Results',
  workspaces: 'Workspaces',
  me: 'Tokens',
  tokens: 'Tokens',
};

/** The tag of the innermost resource that the path names: `/v1/bots/{botId}/results` is about results. */
export function getTag({ api, path }: Endpoint): Tag {
  if (api === 'chat') return 'Chat';
  const tags = path.split('/').map((segment) => TAG_BY_SEGMENT[segment]);
  return tags.findLast((tag) => tag !== undefined) ?? 'Bots';
}
