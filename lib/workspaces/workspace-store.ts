import { createId } from '@paralleldrive/cuid2';
import { ServiceError } from '#lib/errors/service-error.ts';
import {
  ConditionFailed,
  getItem,
  getItems,
  type Item,
  putItem,
  queryAll,
  updateItem,
} from '#lib/store/dynamodb.ts';
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
export async function createWorkspace(newWorkspace: NewWorkspace): Promise<Workspace> {
  const { item, created } = workspaceToPut(newWorkspace);
  await putItem(item);
  return created;
}

/**
 * A new workspace as an item to put, alone or in one transaction with its first token.
 *
 * @throws ServiceError BAD_REQUEST as `createWorkspace`
 */
export function workspaceToPut({ name, now = new Date() }: NewWorkspace): { item: Item; created: Workspace } {
  const created: Workspace = { id: createId(), name: parseName(name), createdAt: now.toISOString() };
  const item = {
    ...keys.workspace(created.id),
    ...indexKeys.workspace(created.createdAt, created.id),
    ...created,
  };
  return { item, created };
}

/** Undefined if there is no such workspace. */
export async function renameWorkspace(workspaceId: string, name: string): Promise<Workspace | undefined> {
  try {
    const item = await updateItem(keys.workspace(workspaceId), {
      expression: 'SET #name = :name',
      names: { '#name': 'name' },
      values: { ':name': name },
      condition: 'attribute_exists(pk)',
    });
    return workspaceOf(item);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Those of the workspaces that exist, newest first. */
export async function getWorkspaces(workspaceIds: string[]): Promise<Workspace[]> {
  const items = await getItems(workspaceIds.filter(isId).map(keys.workspace));
  return items.map(workspaceOf).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
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
  if (!workspace) throw workspaceNotFound();
  return workspace;
}

export function workspaceNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Workspace not found');
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
