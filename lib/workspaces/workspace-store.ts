import { createId } from '@paralleldrive/cuid2';
import { ServiceError } from '#lib/errors/service-error.ts';
import { getItem, type Item, putItem, queryAll } from '#lib/store/dynamodb.ts';
import { indexKeys, isId, keys, lists } from '#lib/store/keys.ts';
import { TABLE } from '#lib/store/table.ts';
import { parseName } from './name.ts';
import type { Workspace } from './workspace.ts';

export type NewWorkspace = {
  /** 1 to 100 characters after trimming. Two workspaces may have the same name. */
  name: string;
  now?: Date;
};

/** @throws ServiceError BAD_REQUEST if the name is empty, too long or has control characters. */
export async function createWorkspace({ name, now = new Date() }: NewWorkspace): Promise<Workspace> {
  const workspace: Workspace = { id: createId(), name: parseName(name), createdAt: now.toISOString() };
  await putItem({
    ...keys.workspace(workspace.id),
    ...indexKeys.workspace(workspace.createdAt, workspace.id),
    ...workspace,
  });
  return workspace;
}

/** Undefined if there is none; also for text that cannot be an id. */
export async function getWorkspace(workspaceId: string): Promise<Workspace | undefined> {
  if (!isId(workspaceId)) return undefined;
  const item = await getItem(keys.workspace(workspaceId));
  return item && workspaceOf(item);
}

/** @throws ServiceError NOT_FOUND if there is no such workspace. */
export async function requireWorkspace(workspaceId: string): Promise<Workspace> {
  const workspace = await getWorkspace(workspaceId);
  if (!workspace) throw new ServiceError('NOT_FOUND', 'Workspace not found');
  return workspace;
}

/** All workspaces, newest first, for the operator. From the index, which a new one reaches within moments. */
export async function listWorkspaces(): Promise<Workspace[]> {
  const items = await queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :workspaces',
    values: { ':workspaces': lists.workspaces() },
    newestFirst: true,
  });
  return items.map(workspaceOf);
}

function workspaceOf(item: Item): Workspace {
  return { id: item.id as string, name: item.name as string, createdAt: item.createdAt as string };
}
