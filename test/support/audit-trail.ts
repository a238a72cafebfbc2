import { readAuditPage } from '#lib/platform/audit/audit-store.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import { readAllWorkspaces } from '#lib/workspaces/store/workspace-store.ts';

/** Reads a workspace's whole audit trail, newest first. */
export async function readTrail(workspaceId: string): Promise<Change[]> {
  const changes: Change[] = [];
  let cursor: string | undefined;
  do {
    const page = await readAuditPage({ workspaceId, botId: undefined, limit: 100, cursor });
    changes.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return changes;
}

/** Calls `run` and returns the changes that it added to any workspace's audit trail. */
export async function changesDuring<T>(run: () => Promise<T>): Promise<{ value: T; changes: Change[] }> {
  const before = new Set((await readTrails()).map(({ id }) => id));
  const value = await run();
  return { value, changes: (await readTrails()).filter(({ id }) => !before.has(id)) };
}

async function readTrails(): Promise<Change[]> {
  const workspaces = await readAllWorkspaces();
  return (await Promise.all(workspaces.map(({ id }) => readTrail(id)))).flat();
}
