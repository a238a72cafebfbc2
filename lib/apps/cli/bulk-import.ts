import { createHash } from 'node:crypto';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { REPLAYED_HEADER } from '#lib/idempotency/idempotency-key.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { mapConcurrently } from '#lib/store/map-concurrently.ts';
import type { Service } from './connection.ts';
import { type Failure, toFailure } from './failure.ts';
import { NoDocument, readDocument } from './json-files.ts';

export type ImportTarget = {
  workspaceId: string;
  /** Overrides the folder named in the documents. */
  folderId?: string | undefined;
  /** Reports what the import would do, without storing anything. */
  dryRun?: true | undefined;
};

/** Outcome for one file. */
export type FileOutcome = { file: string } & (
  | { outcome: 'imported' | 'known'; botId: string; name: string; warnings: Warning[] }
  | { outcome: 'importable'; name: string; warnings: Warning[]; issues: FlowIssue[] }
  /** `of` is an earlier file with the same content. */
  | { outcome: 'duplicate'; of: string }
  | { outcome: 'refused'; error: Failure }
  /** The import had already stopped because of an error that affects every file. */
  | { outcome: 'notTried' }
);

export type BulkImport = {
  outcomes: FileOutcome[];
  /** Why some files were not tried. */
  stoppedBy?: Failure;
};

/** Number of concurrent imports: what the service handles from one caller without slowing down others. */
const CONCURRENCY = 4;

/** Statuses that affect every file: a problem with the token or the workspace, or an overloaded service. */
const STOPPING_STATUSES = new Set([401, 403, 404, 429, 503]);

/**
 * Imports each file as a bot. A rejected file does not stop the others. Content recently imported into this
 * workspace with the same token is recognised and not imported again.
 *
 * @param onOutcome called as each file completes
 */
export async function bulkImport(
  files: string[],
  target: ImportTarget,
  { client }: Service,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<BulkImport> {
  const firstWith = new Map<string, string>();
  let stoppedBy: Failure | undefined;

  const importFile = async (file: string): Promise<FileOutcome> => {
    if (stoppedBy) return { file, outcome: 'notTried' };
    try {
      const document = await readDocument(file);
      const key = importKey(document, target);
      const first = firstWith.get(key);
      if (first !== undefined) return { file, outcome: 'duplicate', of: first };
      firstWith.set(key, file);
      return await send(file, document, key);
    } catch (error) {
      if (!isAboutTheFile(error)) stoppedBy ??= toFailure(error);
      return { file, outcome: 'refused', error: toFailure(error) };
    }
  };

  const send = async (file: string, document: JsonObject, key: string): Promise<FileOutcome> => {
    const { dryRun } = target;
    const { data, response } = await client.importBot.withResponse({
      body: { ...target, bot: document },
      headers: dryRun ? {} : { 'idempotency-key': key },
    });
    const { bot, warnings = [], issues = [] } = data;
    if (dryRun) return { file, outcome: 'importable', name: bot.name, warnings, issues };
    const outcome = response.headers.has(REPLAYED_HEADER) ? 'known' : 'imported';
    return { file, outcome, botId: bot.id, name: bot.name, warnings };
  };

  const outcomes = await mapConcurrently(files, CONCURRENCY, async (file) => {
    const outcome = await importFile(file);
    onOutcome(outcome);
    return outcome;
  });
  return { outcomes, ...(stoppedBy && { stoppedBy }) };
}

/** Derives the idempotency key from the content, so renaming a file does not import it again. */
function importKey(document: JsonObject, { workspaceId, folderId }: ImportTarget): string {
  const content = JSON.stringify([workspaceId, folderId ?? null, document]);
  return `bots-import-${createHash('sha256').update(content).digest('hex')}`;
}

function isAboutTheFile(error: unknown): boolean {
  if (error instanceof ApiError) return !STOPPING_STATUSES.has(error.status);
  return error instanceof NoDocument || (error instanceof Error && 'code' in error);
}
