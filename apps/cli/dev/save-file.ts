import path from 'node:path';
import { type Failure, toFailure } from '#apps/cli/failure.ts';
import { NotADocumentError, parseDocumentFile } from '#apps/cli/import/document-files.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { findFormat } from '#apps/documents/document-format.ts';
import { type FindLine, readLines } from '#apps/documents/find-lines.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { nameAfterFile } from '#lib/bots/incoming/name-after-file.ts';
import type { Issue } from '#lib/platform/errors/service-error.ts';
import type { DraftChange } from './draft-writer.ts';

/** Adds the line in the file. Absent if the issue concerns the whole file, or a field that the service renamed. */
type WithLine<T> = T & { line?: number };

/** Outcome of a save, as `--json` prints it. */
export type SavedFile =
  | (DraftChange & { issues: WithLine<FlowIssue>[] })
  | { error: Omit<Failure, 'issues'> & { issues?: WithLine<Issue>[] } };

export type SaveTarget = {
  client: Client;
  workspaceId: string;
  write: (document: Record<string, unknown>) => Promise<DraftChange>;
};

/**
 * Checks the document in a file's text, and makes it the draft: a flow that is not finished is saved, too.
 *
 * @throws whatever is not about the file, such as a wrong token or a service that does not respond
 */
export async function saveFile(
  file: string,
  text: string,
  { client, workspaceId, write }: SaveTarget,
): Promise<SavedFile> {
  let wrappers: string[] = [];
  const readAllLines = () => readLines(text, wrappers);
  try {
    const read = await parseDocumentFile(text, findFormat(file));
    ({ wrappers } = read);
    const document = nameAfterFile(read.document, path.basename(file));
    const { issues } = await client.checkBot({ body: { bot: document, workspaceId } });
    return { ...(await write(document)), issues: await addLines(issues, readAllLines) };
  } catch (error) {
    if (!isAboutTheFile(error)) throw error;
    const { issues, ...failure } = toFailure(error);
    return { error: { ...failure, ...(issues && { issues: await addLines(issues, readAllLines) }) } };
  }
}

function isAboutTheFile(error: unknown): boolean {
  if (error instanceof NotADocumentError) return true;
  return error instanceof ApiError && (error.code === 'BAD_REQUEST' || error.code === 'PAYLOAD_TOO_LARGE');
}

async function addLines<T extends { path: string }>(
  issues: T[],
  readAllLines: () => Promise<FindLine>,
): Promise<WithLine<T>[]> {
  if (issues.length === 0) return [];
  const findLine = await readAllLines();
  return issues.map((issue) => {
    const line = findLine(issue.path);
    return line === undefined ? issue : { ...issue, line };
  });
}
