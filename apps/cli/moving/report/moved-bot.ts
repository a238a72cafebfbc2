import type { Failure } from '#apps/cli/failure.ts';
import type { ImportTotals } from '#apps/cli/results/results-import.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import type { CredentialReference } from '#lib/bots/flow/credential-references.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import type { SkipReason } from '#lib/results/import/skip-reason.ts';
import type { MovedFileCounts } from './moved-file.ts';

/** Outcome of moving a bot. */
export type MovedBot = {
  sourceId: string;
  name: string;
  /** Workspace of the target. */
  workspaceId: string;
  /** Id in the target. Absent if the target does not have the bot. */
  botId?: string;
  outcome: MoveOutcome;
  /** Dates in the source. The bot in the target has its own. */
  sourceCreatedAt?: string;
  sourceUpdatedAt?: string;
  isArchivedInSource?: true;
  /** Deleted in the source after the last move, or restored in the target. */
  isOnlyArchivedThere?: true;
  /** Published in the target, but not or no longer in the source. */
  isOnlyPublishedHere?: true;
  /** Settings that the service refused. */
  notKept?: NotKept[];
  /** Warnings from importing the draft. */
  warnings?: Warning[];
  /** In a dry run: issues in the flow. */
  issues?: FlowIssue[];
  /** Ids in links to bots that the target does not have. */
  unknownLinks?: string[];
  credentials?: NeededCredential[];
  /** Paths of its Listen blocks, if the bot in the target takes replies to them as the data of a webhook. */
  forgeableBlocks?: string[];
  results?: MovedResults;
  /** Files that were brought now. */
  files?: MovedFileCounts;
  /** Addresses of files in the source, if the bot was edited in the target and is left alone. */
  oldAddresses?: string[];
  /** In a dry run: number of results that can be read. */
  readableResults?: number;
  error?: Failure;
};

export type MoveOutcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  /** Changed in the target after the last move, and left alone. */
  | 'editedHere'
  /** Archived in the target, and left alone. */
  | 'archivedHere'
  /** Never published in the source, where only what is published is brought. */
  | 'notPublished'
  /** In a dry run: a move would create it, or bring what has changed. */
  | 'movable'
  | 'failed'
  /** The move stopped before it was done with this bot. */
  | 'unfinished';

/** A setting that is not as in the source, because the service refused it. */
export type NotKept = { field: 'publicId' | 'customDomain'; value: string; reason: string };

/** `isStored` is absent if the service could not look it up. */
export type NeededCredential = CredentialReference & { isStored?: boolean };

/** A result that the service would refuse, and why. */
export type RefusedResult = { id: string; reason: string };

export type MovedResults = ImportTotals & {
  /** Results of which the service named the reason to skip them. */
  skippedResults: { id: string; reason: SkipReason }[];
  refused: RefusedResult[];
};
