import { accessToBot } from '#lib/bots/bot-access.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { type BotHead, nextTimestamp } from '#lib/bots/document/bot-head.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { type BotVersion, isV6 } from '#lib/bots/document/bot-version.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { summarizeOperations } from '#lib/bots/editing/summarize-operations.ts';
import { toRoundingWarnings } from '#lib/bots/incoming/rounding-warnings.ts';
import { shortenWarnings } from '#lib/bots/incoming/shorten-warnings.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import type { StoredBot } from '#lib/bots/store/bot-item.ts';
import { readBot, saveDraft } from '#lib/bots/store/draft-store.ts';
import { changeOrigin, type EditSummary } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError, type ValueConflict } from '#lib/platform/errors/service-error.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { assertNotArchived } from './archived-bot.ts';
import { type ReplacedDraft, toReplacedDraft } from './replaced-draft.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { assertNotStale } from './stale-base.ts';

export type BotEdit = {
  operations: readonly EditOperation[];
  /** Converts a draft of version 3, 4 or 5 first, and keeps it as a release. */
  migrate: boolean;
  /** Returns the outcome without storing it. */
  dryRun: boolean;
  /** ETag that the operations are based on, for the strict conflict check. */
  ifMatch: string | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded: RoundedNumber[];
};

/** `keptAsRelease` is the number of the release that preserves the draft from before its migration. */
export type EditedBot = {
  /** The stored head, which a dry run leaves as it was. */
  head: BotHead;
  /** Version of the edited document. */
  version: BotVersion;
  isChanged: boolean;
  warnings: Warning[];
  keptAsRelease?: number;
};

/**
 * Applies operations to a bot's draft: all of them, or none if one replaces a value that is not there. Whatever else
 * has changed in the bot stays. Operations whose results are all there change nothing, so a request whose response
 * was lost can be retried.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if an operation can never apply, CONFLICT if the bot is archived, or with
 *   `conflicts` if values are not as the operations expect, MIGRATION_NEEDED, PRECONDITION_FAILED if the ETag is
 *   stale, PAYLOAD_TOO_LARGE
 */
export async function editBot(botId: string, edit: BotEdit, caller: Caller): Promise<EditedBot> {
  const { operations, dryRun, ifMatch, rounded } = edit;
  const origin = changeOrigin(caller);
  return await rewriteBot(
    botId,
    (id) => readBot(id, accessToBot('editor', caller)),
    async (before) => {
      const { head: current, document: draft } = before;
      assertNotArchived(current);
      assertNotStale(current, { updatedAt: undefined, overwrite: false, ifMatch });
      const document = applyEdit(draft, edit);
      if (!document) return { head: current, version: draft.version, isChanged: false, warnings: [] };

      const { head, keptAsRelease: release } = toEditedDraft(before, document);
      assertFitsResponse({ head, document });
      if (!dryRun) {
        await saveDraft(
          before,
          { head, document },
          {
            ...origin,
            action: 'editBot',
            workspaceId: head.workspaceId,
            botId,
            ...(release !== undefined && { release }),
            edits: createEditSummary(operations),
          },
        );
      }
      return {
        head: dryRun ? current : head,
        version: document.version,
        isChanged: true,
        warnings: shortenWarnings(toRoundingWarnings(rounded)),
        ...(release !== undefined && { keptAsRelease: release }),
      };
    },
  );
}

/** Returns the edited document, or undefined if nothing would change. */
function applyEdit(draft: BotDocument, { operations, migrate }: BotEdit): BotDocument | undefined {
  if (operations.length === 0) return undefined;
  if (!isV6(draft.version) && !migrate) {
    throw new ServiceError(
      'MIGRATION_NEEDED',
      `A draft of version ${draft.version} cannot be edited: send migrate: true to convert it first`,
    );
  }
  const outcome = applyOperations(migrateToLatest(draft), operations);
  if (outcome.status === 'conflict') throw createEditConflict(outcome.conflicts);
  return outcome.status === 'changed' ? outcome.document : undefined;
}

/** A migrated draft is kept as it was, because migrations cannot be undone. */
function toEditedDraft(before: StoredBot, document: BotDocument): ReplacedDraft {
  if (document.version !== before.document.version) return toReplacedDraft(before);
  const { head } = before;
  return { head: { ...head, updatedAt: nextTimestamp(head.updatedAt), revision: head.revision + 1 } };
}

/** Ids have no length limit, and the summary is stored in the bot's item, beside the document. Usual ids have 24 characters. */
const MAX_SUMMARY_ID_CHARS = 64;

function createEditSummary(operations: readonly EditOperation[]): EditSummary {
  const { counts, ids } = summarizeOperations(operations);
  return { counts, ids: ids.map((id) => id.slice(0, MAX_SUMMARY_ID_CHARS).toWellFormed()) };
}

function createEditConflict(conflicts: readonly ValueConflict[]): ServiceError {
  const issues = conflicts.map(({ index, path, message }) => ({
    path: `operations[${index}]`,
    message: path === '' ? message : `${path}: ${message}`,
  }));
  const [first, ...others] = issues;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new ServiceError(
    'CONFLICT',
    `Nothing was changed: ${first?.path ?? 'operations'}: ${first?.message ?? 'The bot has changed'}${more}`,
    { issues, conflicts },
  );
}
