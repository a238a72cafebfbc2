import type { Key } from '#lib/store/keys.ts';

type Problem = {
  /** Whether the problem shows nobody anything wrong, costs nothing and prevents nothing. */
  isHarmless: boolean;
  /** What the operator should do. */
  advice: string;
};

const RESTORE = 'Restore the bot from a backup: see "Copy back a bot or a result" in docs/operations.md.';
const ERASE = 'The respondent or the owner asked for it to be gone: delete it, or run with --fix.';
const SAVE_AGAIN = 'Save the bot again with any change; that writes it anew.';

/** Everything that can be wrong in the table. */
const PROBLEMS = {
  'unknown-item': {
    isHarmless: true,
    advice: 'Nothing reads it. If no newer version of the service wrote it, find out who did.',
  },
  'malformed-item': {
    isHarmless: false,
    advice: 'Compare it with docs/storage-schema.md and with a backup, and put the attribute right.',
  },
  'wrong-index-keys': {
    isHarmless: false,
    advice: 'Lists leave the item out or show it in the wrong place. Set gsi1pk and gsi1sk as named.',
  },
  'undecodable-content': {
    isHarmless: false,
    advice: `The compressed content cannot be read. ${RESTORE}`,
  },
  'missing-workspace': {
    isHarmless: false,
    advice: 'Nobody has access to it through this workspace. Restore the workspace from a backup.',
  },
  'made-workspace-unlisted': {
    isHarmless: false,
    advice: 'Whoever made the workspace cannot see or revoke its tokens. Put the entry as the schema has it.',
  },
  'made-entry-unclaimed': {
    isHarmless: false,
    advice: 'Somebody sees a workspace that they did not make. Delete the entry.',
  },
  'missing-bot': {
    isHarmless: false,
    advice: `The item belongs to a bot that is not there. ${RESTORE}`,
  },
  'other-workspace': {
    isHarmless: false,
    advice: "The item names another workspace than its bot does. Set workspaceId to the bot's.",
  },
  'answer-without-result': { isHarmless: false, advice: ERASE },
  'logs-without-result': { isHarmless: false, advice: ERASE },
  'session-without-result': {
    isHarmless: true,
    advice: 'No reply is taken any more, and the session expires by itself. Delete it to be rid of it now.',
  },
  'session-not-listed': {
    isHarmless: false,
    advice:
      'Erasing the result would not find it. It takes no reply, but shows earlier ones until it expires: delete it.',
  },
  'erasure-unfinished': {
    isHarmless: false,
    advice: 'The result is shown to nobody, but it is still there. Delete it once more, over HTTP.',
  },
  'claim-of-no-bot': {
    isHarmless: false,
    advice: 'The name is blocked for everybody. Delete the claim.',
  },
  'claim-not-wanted': {
    isHarmless: false,
    advice: 'The name leads to a bot that goes by another one, and is blocked. Delete the claim.',
  },
  'claim-missing': { isHarmless: false, advice: `The bot's address leads nowhere. ${SAVE_AGAIN}` },
  'claim-of-another-bot': {
    isHarmless: false,
    advice: 'Two bots have the same name and only one of them can be reached. Give one another name.',
  },
  'claim-outdated': {
    isHarmless: false,
    advice: 'Chats begin with another release than is published. Unpublish the bot and publish it again.',
  },
  'parts-left-behind': {
    isHarmless: true,
    advice: 'A write that was broken off left them. They cost storage and nothing else: run with --fix.',
  },
  'parts-missing': { isHarmless: false, advice: `The document cannot be read. ${RESTORE}` },
  'published-copy-unclaimed': {
    isHarmless: false,
    advice: 'The bot says it is not published, yet its copy can be read. Publish and unpublish the bot.',
  },
  'published-copy-missing': {
    isHarmless: false,
    advice: 'The bot says it is published, yet there is no copy. Unpublish the bot and publish it again.',
  },
  'published-copy-differs': {
    isHarmless: false,
    advice: 'The bot and its published copy disagree. Unpublish the bot and publish it again.',
  },
  'release-missing': { isHarmless: false, advice: `The release cannot be read or restored. ${RESTORE}` },
  'release-unknown': {
    isHarmless: false,
    advice:
      'The bot has counted fewer releases: its next one would be refused. Set lastRelease, or delete it.',
  },
  'release-differs': {
    isHarmless: false,
    advice: 'The bot and the release disagree on what the release holds. Publish the bot again.',
  },
  'kept-answer-parts-left-behind': {
    isHarmless: true,
    advice: 'A request that was broken off left them. They expire within 25 hours.',
  },
  'kept-answer-parts-missing': {
    isHarmless: true,
    advice: 'A repeated request gets 503 until the key expires, within a day. Delete the key to end it now.',
  },
} as const satisfies Record<string, Problem>;

export type ProblemName = keyof typeof PROBLEMS;

export const PROBLEM_NAMES = Object.keys(PROBLEMS) as ProblemName[];

/** Something that is wrong with an item of the table. */
export type Finding = {
  problem: ProblemName;
  item: Key;
  /** The bot whose items were compared when it was found. */
  botId?: string;
  /** Description of the problem. Contains nothing that a respondent or an author wrote. */
  detail: string;
  isHarmless: boolean;
  advice: string;
  /** Keys of items that can be deleted without losing anything. */
  garbage?: Key[];
};

export function finding(problem: ProblemName, item: Key, detail: string, garbage?: Key[]): Finding {
  // Callers can pass whole items. Their content must not end up in a finding.
  const keyOnly = ({ pk, sk }: Key): Key => ({ pk, sk });
  return {
    problem,
    item: keyOnly(item),
    detail,
    ...PROBLEMS[problem],
    ...(garbage && { garbage: garbage.map(keyOnly) }),
  };
}
