import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Failure, toFailure } from '#apps/cli/failure.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { nameAfterFile } from '#lib/bots/incoming/name-after-file.ts';
import { REPLAYED_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { type FileDocument, NotADocumentError, readDocument } from './document-files.ts';
import { type LinkingDocument, type LinkOutcome, readLinks, rewriteLinks } from './imported-links.ts';

export type ImportTarget = {
  workspaceId: string;
  /** Overrides the folder named in the documents. */
  folderId?: string | undefined;
  /** Has the new bots take the public ids of the documents, if they are free. */
  keepPublicId?: true | undefined;
  /** Connects edges that their blocks do not name. */
  repair?: true | undefined;
  /** Reports what the import would do, without storing anything. */
  dryRun?: true | undefined;
};

/** Outcome for one file. */
export type FileOutcome = { file: string } & (
  | ({ outcome: 'imported' | 'known'; botId: string } & Imported)
  | ({ outcome: 'importable'; issues: FlowIssue[] } & Imported)
  /** `of` is an earlier file with the same content. */
  | { outcome: 'duplicate'; of: string }
  | { outcome: 'refused'; error: Failure }
  /** The import had already stopped because of an error that affects every file. */
  | { outcome: 'notTried' }
);

type Imported = {
  name: string;
  warnings: Warning[];
  /** Absent if the document has no links to bots by id. */
  links?: LinkOutcome;
};

export type BulkImport = {
  outcomes: FileOutcome[];
  /** Why some files were not tried, or their links not rewritten. */
  stoppedBy?: Failure;
};

/** Number of concurrent imports: what the service handles from one caller without slowing down others. */
const CONCURRENCY = 4;

/** Statuses that affect every file: a problem with the token or the workspace, or an overloaded service. */
const STOPPING_STATUSES = new Set([401, 403, 404, 429, 503]);

/**
 * Imports each file as a bot, and then rewrites the links between them. A rejected file does not stop the
 * others. Content recently imported into this workspace with the same token is recognised and not imported
 * again.
 *
 * @param onOutcome called as each file completes
 */
export async function importInBulk(
  files: string[],
  target: ImportTarget,
  service: Service,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<BulkImport> {
  const { client } = service;
  const linking: LinkingDocument[] = [];
  const firstWith = new Map<string, string>();
  let stoppedBy: Failure | undefined;

  const importFile = async (file: string): Promise<FileOutcome> => {
    if (stoppedBy) return { file, outcome: 'notTried' };
    try {
      const read = await readDocument(file);
      const document = nameAfterFile(read.document, path.basename(file));
      const key = importKey(document, target);
      const first = firstWith.get(key);
      if (first !== undefined) return { file, outcome: 'duplicate', of: first };
      firstWith.set(key, file);
      return await send(file, { ...read, document }, key);
    } catch (error) {
      if (!isAboutTheFile(error)) stoppedBy ??= toFailure(error);
      return { file, outcome: 'refused', error: toFailure(error) };
    }
  };

  const send = async (
    file: string,
    { document, warnings: read }: FileDocument,
    key: string,
  ): Promise<FileOutcome> => {
    const { dryRun } = target;
    const { data, response } = await client.importBot.withResponse({
      body: { ...target, bot: document },
      headers: dryRun ? {} : { 'idempotency-key': key },
    });
    const { bot, issues = [] } = data;
    const warnings = [...read, ...(data.warnings ?? [])];
    linking.push({ file, botId: dryRun ? undefined : bot.id, ...readLinks(document) });
    if (dryRun) return { file, outcome: 'importable', name: bot.name, warnings, issues };
    const outcome = response.headers.has(REPLAYED_HEADER) ? 'known' : 'imported';
    return { file, outcome, botId: bot.id, name: bot.name, warnings };
  };

  const outcomes = await mapConcurrently(files, CONCURRENCY, async (file) => {
    const outcome = await importFile(file);
    onOutcome(outcome);
    return outcome;
  });
  if (stoppedBy) return { outcomes, stoppedBy };
  try {
    const links = await rewriteLinks(linking, target.workspaceId, service);
    return { outcomes: outcomes.map((outcome) => withLinks(outcome, links.get(outcome.file))) };
  } catch (error) {
    return { outcomes, stoppedBy: toFailure(error) };
  }
}

function withLinks(outcome: FileOutcome, links: LinkOutcome | undefined): FileOutcome {
  return links && 'warnings' in outcome ? { ...outcome, links } : outcome;
}

/**
 * Derives the idempotency key from the content, so renaming a file does not import it again unless the bot is named after it. The ids of other
 * bots are not a part of it: the same file has to be recognised when one that it links to is imported later.
 */
function importKey(
  document: JsonObject,
  { workspaceId, folderId, keepPublicId, repair }: ImportTarget,
): string {
  const options = [...(keepPublicId ? ['keepPublicId'] : []), ...(repair ? ['repair'] : [])];
  const content = JSON.stringify([workspaceId, folderId ?? null, document, ...options]);
  return `bots-import-${createHash('sha256').update(content).digest('hex')}`;
}

function isAboutTheFile(error: unknown): boolean {
  if (error instanceof ApiError) return !STOPPING_STATUSES.has(error.status);
  return error instanceof NotADocumentError || (error instanceof Error && 'code' in error);
}
