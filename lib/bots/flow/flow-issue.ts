import * as z from 'zod';
import { once } from '#lib/platform/validation/once.ts';
import { SEVERITIES } from './issue-severity.ts';

export const FLOW_ISSUE_CODES = [
  'NO_START',
  'START_NOT_CONNECTED',
  'DANGLING',
  'JUMP_TO_NOWHERE',
  'UNREACHABLE_GROUP',
  'EMPTY_GROUP',
  'NO_VARIABLE',
  'UNKNOWN_VARIABLE',
  'UNKNOWN_BLOCK_TYPE',
  'UNNAMED_EDGE',
  'IGNORED_EDGE',
  'DEAD_END',
  'MISSING_REQUEST',
  'INCOMPLETE_BLOCK',
  'INCOMPLETE_CONDITION',
  'INVALID_PATTERN',
  'NO_ITEMS',
  'EMPTY_ITEM',
  'NO_VALID_ANSWER',
  'NOTHING_SHOWN',
  'UNSET_COUNTER',
  'UNKNOWN_OPTION',
  'UNEXPECTED_OPTION',
  'MISSPELT_OPTION',
  'UNUSED_EVENT',
  'MISSING_CREDENTIALS',
  'CREDENTIALS_NOT_STORED',
  'UNKNOWN_BOT',
  'UNPUBLISHED_BOT',
  'DUPLICATE_ID',
  'OPEN_TO_PREFILLING',
  'FORGEABLE_WEBHOOK',
  'UNREADABLE_AMOUNT',
  'INVALID_TIME_ZONE',
  'WAIT_WITHOUT_PAUSE',
  'UNENCODED_VARIABLE',
  'UNREADABLE_DATE',
  'CALCULATED',
  'ROUNDED',
  'UNSUPPORTED',
  'UNMATCHED_SELECTOR',
  'NO_EFFECT',
  'NOT_CHECKED',
  'MORE',
] as const;

/**
 * Something in a flow that its owner should look at. `error`: it stops a chat or loses an answer. `warning`:
 * probably not what the author intended. `info`: may well be intended.
 */
export const flowIssue = once(() =>
  z.strictObject({
    severity: z.enum(SEVERITIES),
    code: z.enum(FLOW_ISSUE_CODES),
    path: z.string(),
    message: z.string(),
    /** Title of the group that it is in. Absent outside of groups, and if the group has no title. */
    group: z.string().optional(),
    /** Display name of the type of block that it is in. */
    block: z.string().optional(),
    /** Id of the block that it is in, or else of the group, event, edge or variable. */
    id: z.string().optional(),
  }),
);

export type FlowIssue = z.output<ReturnType<typeof flowIssue>>;
