import type { Key } from '#lib/platform/store/keys.ts';

type Problem = {
  /** Whether the problem exposes no wrong data, costs nothing and blocks nothing. */
  isHarmless: boolean;
  /** Advice to the operator. */
  advice: string;
};

const RESTORE = 'Restore the bot from a backup: see "Copy back what was lost" in docs/operate.md.';
const ERASE = 'The respondent or the owner wanted this erased: delete it, or run with --fix.';
const SAVE_AGAIN = 'Save the bot with any change to write it again.';

/** Every problem that verification can find in the table. */
const PROBLEMS = {
  'unknown-item': {
    isHarmless: true,
    advice: 'Nothing reads this item. Find out what wrote it, unless it was a newer version of the service.',
  },
  'malformed-item': {
    isHarmless: false,
    advice: 'Compare the item with docs/storage-schema.md and a backup, and correct the attribute.',
  },
  'wrong-index-keys': {
    isHarmless: false,
    advice: 'Lists omit the item or show it in the wrong place. Set gsi1pk and gsi1sk to the given values.',
  },
  'undecodable-content': {
    isHarmless: false,
    advice: `The compressed content cannot be read. ${RESTORE}`,
  },
  'missing-workspace': {
    isHarmless: false,
    advice: 'Without its workspace, nobody can access the item. Restore the workspace from a backup.',
  },
  'made-workspace-unlisted': {
    isHarmless: false,
    advice:
      'The maker of the workspace cannot list or revoke its tokens. Add the entry described in the schema.',
  },
  'made-entry-unclaimed': {
    isHarmless: false,
    advice: 'A workspace is shown to someone who did not create it. Delete the entry.',
  },
  'missing-bot': {
    isHarmless: false,
    advice: `The item belongs to a bot that does not exist. ${RESTORE}`,
  },
  'other-workspace': {
    isHarmless: false,
    advice: "The item and its bot are in different workspaces. Set workspaceId to the bot's.",
  },
  'answer-without-result': { isHarmless: false, advice: ERASE },
  'logs-without-result': { isHarmless: false, advice: ERASE },
  'session-without-result': {
    isHarmless: true,
    advice: 'The session accepts no replies and will expire. Delete it to get rid of it now.',
  },
  'session-not-listed': {
    isHarmless: false,
    advice:
      'Erasing the result would miss this session, which accepts no replies but shows earlier ones until it expires. Delete it.',
  },
  'erasure-unfinished': {
    isHarmless: false,
    advice: 'The result is hidden but not yet erased. Delete it again over HTTP.',
  },
  'claim-of-no-bot': {
    isHarmless: false,
    advice: 'The name is blocked for every bot. Delete the claim.',
  },
  'claim-not-wanted': {
    isHarmless: false,
    advice: 'The name is blocked by a bot that no longer uses it. Delete the claim.',
  },
  'claim-missing': { isHarmless: false, advice: `The bot's public address does not work. ${SAVE_AGAIN}` },
  'claim-of-another-bot': {
    isHarmless: false,
    advice: 'Two bots use the same name and only one can be reached. Rename one of them.',
  },
  'claim-outdated': {
    isHarmless: false,
    advice: 'New chats do not use the published release. Unpublish the bot and publish it again.',
  },
  'parts-left-behind': {
    isHarmless: true,
    advice: 'An interrupted write left them behind. They only cost storage: run with --fix.',
  },
  'parts-missing': { isHarmless: false, advice: `The document cannot be read. ${RESTORE}` },
  'published-copy-unclaimed': {
    isHarmless: false,
    advice: 'The bot is marked as unpublished, but its published copy exists. Publish and unpublish the bot.',
  },
  'published-copy-missing': {
    isHarmless: false,
    advice:
      'The bot is marked as published, but its published copy is missing. Unpublish the bot and publish it again.',
  },
  'published-copy-differs': {
    isHarmless: false,
    advice: 'The bot and its published copy disagree. Unpublish the bot and publish it again.',
  },
  'release-missing': { isHarmless: false, advice: `The release cannot be read or restored. ${RESTORE}` },
  'release-unknown': {
    isHarmless: false,
    advice:
      "The release number is above the bot's lastRelease, which will make publishing fail. Set lastRelease, or delete the release.",
  },
  'release-differs': {
    isHarmless: false,
    advice: 'The bot and the release disagree on the content of the release. Publish the bot again.',
  },
  'kept-answer-parts-left-behind': {
    isHarmless: true,
    advice: 'An interrupted request left them behind. They expire within 25 hours.',
  },
  'kept-answer-parts-missing': {
    isHarmless: true,
    advice: 'Repeated requests get 503 until the key expires, within a day. Delete the key to fix this now.',
  },
} as const satisfies Record<string, Problem>;

export type ProblemName = keyof typeof PROBLEMS;

export const PROBLEM_NAMES = Object.keys(PROBLEMS) as ProblemName[];

/** A problem with one item of the table. */
export type Finding = {
  problem: ProblemName;
  item: Key;
  /** Bot whose items were being compared. */
  botId?: string;
  /** Description of the problem, without anything written by a respondent or author. */
  detail: string;
  isHarmless: boolean;
  advice: string;
  /** Keys of items that can be deleted without loss. */
  garbage?: Key[];
};

export function createFinding(problem: ProblemName, item: Key, detail: string, garbage?: Key[]): Finding {
  // Callers may pass whole items, whose content must not end up in a finding.
  const keyOnly = ({ pk, sk }: Key): Key => ({ pk, sk });
  return {
    problem,
    item: keyOnly(item),
    detail,
    ...PROBLEMS[problem],
    ...(garbage && { garbage: garbage.map(keyOnly) }),
  };
}
