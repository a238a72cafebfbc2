import type { SourceDatabase } from '#apps/cli/moving/source/source-database.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { SourceCredentialsRow } from './source-credentials.ts';

type Row = SourceCredentialsRow & { workspaceName: string };

/**
 * Reads the encrypted credentials of workspaces of Typebot, oldest first.
 *
 * @param workspaceIds empty for the only workspace that has any
 * @throws SourceUnreadableError
 * @throws Error if a named workspace does not exist, or none is named and several have credentials
 */
export async function readCredentialRows(
  database: SourceDatabase,
  workspaceIds: string[],
): Promise<SourceCredentialsRow[]> {
  return await database.inSnapshot(async (query) => {
    if (workspaceIds.length > 0) {
      const found = await query<{ id: string }>('SELECT id FROM "Workspace" WHERE id = ANY($1)', [
        workspaceIds,
      ]);
      const missing = workspaceIds.filter((wanted) => !found.some(({ id }) => id === wanted));
      if (missing.length > 0) throw new Error(`The source has no workspace ${missing.join(', ')}`);
    }
    const rows = await query<Row>(
      `SELECT c.id, c."workspaceId", c.type, c.name, c.data, c.iv, w.name AS "workspaceName"
       FROM "Credentials" c JOIN "Workspace" w ON w.id = c."workspaceId"
       WHERE cardinality($1::text[]) = 0 OR c."workspaceId" = ANY($1)
       ORDER BY c."createdAt", c.id`,
      [workspaceIds],
    );
    if (workspaceIds.length === 0) requireOneWorkspace(rows);
    return rows.map(toRow);
  });
}

/** Columns of another database may have any type. Without a text, the row counts as damaged. */
function toRow({ id, workspaceId, type, name, data, iv }: Row): SourceCredentialsRow {
  const toText = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: toText(id),
    workspaceId: toText(workspaceId),
    type: toText(type),
    name: toText(name),
    data: toText(data),
    iv: toText(iv),
  };
}

/** Credentials of one team must not become another's by oversight. */
function requireOneWorkspace(rows: Row[]): void {
  const names = new Map(rows.map(({ workspaceId, workspaceName }) => [workspaceId, workspaceName]));
  if (names.size <= 1) return;
  const list = [...names].map(([id, name]) => `${id} (${oneLine(String(name))})`).join(', ');
  throw new Error(
    `${names.size} workspaces of the source have credentials: choose with --workspace: ${list}`,
  );
}
