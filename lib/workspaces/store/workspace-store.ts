import { createId } from '@paralleldrive/cuid2';
import { ServiceError } from '#lib/errors/service-error.ts';
import {
  ConditionFailed,
  getItem,
  getItems,
  type Item,
  putItem,
  queryAll,
  queryOnce,
  updateItem,
} from '#lib/store/dynamodb.ts';
import { indexKeys, isId, keys, lists } from '#lib/store/keys.ts';
import { formatCursor, type Page, type Place } from '#lib/store/page.ts';
import { TABLE } from '#lib/store/table.ts';
import { parseName } from './name.ts';
import type { MadeWorkspace, Workspace } from './workspace.ts';

export type NewWorkspace = {
  /** 1 to 100 characters after trimming. Two workspaces may have the same name. */
  name: string;
  /** The workspace whose token creates it, that one's maker, and so on. Absent if the operator creates it. */
  makers?: string[];
  now?: Date;
};

/** @throws ServiceError BAD_REQUEST if the name is empty, too long or has control characters. */
export async function createWorkspace(newWorkspace: Omit<NewWorkspace, 'makers'>): Promise<Workspace> {
  const { item, created } = workspaceToPut(newWorkspace);
  await putItem(item);
  return created;
}

/**
 * The item of a new workspace, to be put alone or in one transaction with its first token and with `entries`:
 * one item for each of its makers, so that they can list it.
 *
 * @throws ServiceError BAD_REQUEST like `createWorkspace`
 */
export function workspaceToPut({ name, makers = [], now = new Date() }: NewWorkspace): {
  item: Item;
  entries: Item[];
  created: Workspace;
} {
  const created: Workspace = { id: createId(), name: parseName(name), createdAt: now.toISOString() };
  const item = {
    ...keys.workspace(created.id),
    ...indexKeys.workspace(created.createdAt, created.id),
    ...created,
    ...(makers.length > 0 && { makers }),
  };
  const { id, createdAt } = created;
  const entries = makers.map((makerId) => ({
    ...keys.madeWorkspace(makerId, createdAt, id),
    workspaceId: id,
    createdAt,
  }));
  return { item, entries, created };
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
    return toWorkspace(item);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** The workspaces with these ids that exist, newest first. */
export async function getWorkspaces(workspaceIds: string[]): Promise<Workspace[]> {
  const items = await getItems(workspaceIds.filter(isId).map(keys.workspace));
  return items.map(toWorkspace).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Undefined if there is no such workspace, or if the text is not an id. */
export async function getWorkspace(workspaceId: string): Promise<Workspace | undefined> {
  if (!isId(workspaceId)) return undefined;
  const item = await getItem(keys.workspace(workspaceId));
  return item && toWorkspace(item);
}

/** @throws ServiceError NOT_FOUND if there is no such workspace. */
export async function requireWorkspace(workspaceId: string): Promise<Workspace> {
  const workspace = await getWorkspace(workspaceId);
  if (!workspace) throw workspaceNotFound();
  return workspace;
}

/**
 * The makers of a workspace, the nearest first: the workspace whose token created it, that workspace's maker,
 * and so on. Empty if the operator created the workspace, or if it does not exist.
 */
export async function readMakers(workspaceId: string): Promise<string[]> {
  if (!isId(workspaceId)) return [];
  const item = await getItem(keys.workspace(workspaceId));
  return item ? getMakers(item) : [];
}

/**
 * The newest workspaces that have one of these makers.
 *
 * @param before place of the last workspace on the previous page
 */
export async function readMadeWorkspaces(
  makerIds: string[],
  { limit, before }: { limit: number; before?: Place | undefined },
): Promise<Page<MadeWorkspace>> {
  const places: Place[] = [];
  for (const makerId of makerIds) {
    const page = await queryOnce(
      {
        keyCondition: 'pk = :maker AND sk BETWEEN :first AND :last',
        values: {
          ':maker': keys.workspace(makerId).pk,
          ':first': 'MADE#',
          ':last': before ? `MADE#${before.createdAt}#${before.id}` : 'MADE#~',
        },
        newestFirst: true,
      },
      // One more shows whether there is a next page, and another may be the last one of the previous page.
      { limit: limit + 2 },
    );
    places.push(
      ...page.items.map((item) => ({ createdAt: String(item.createdAt), id: String(item.workspaceId) })),
    );
  }
  const listed = [...new Map(places.map((place) => [place.id, place])).values()]
    .filter(({ id }) => id !== before?.id)
    .toSorted(newestFirst);
  const shown = listed.slice(0, limit);
  const items = await getItems(shown.map(({ id }) => keys.workspace(id)));
  const last = shown.at(-1);
  return {
    items: items
      .map((item) => ({ ...toWorkspace(item), madeBy: String(getMakers(item)[0]) }))
      .toSorted(newestFirst),
    ...(last && listed.length > limit && { nextCursor: formatCursor(last) }),
  };
}

function newestFirst(a: Place, b: Place): number {
  return `${a.createdAt}#${a.id}` < `${b.createdAt}#${b.id}` ? 1 : -1;
}

export function workspaceNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Workspace not found');
}

/** All workspaces, newest first, for the operator. Reads the index, which shows a new one after a moment. */
export async function listWorkspaces(): Promise<(Workspace & { madeBy: string | null })[]> {
  const listed = await queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :workspaces',
    values: { ':workspaces': lists.workspaces() },
    newestFirst: true,
  });
  // The index does not hold the makers.
  const items = await getItems(listed.map(({ id }) => keys.workspace(String(id))));
  const byId = new Map(items.map((item) => [item.id, item]));
  return listed.map((entry) => {
    const item = byId.get(entry.id) ?? entry;
    return { ...toWorkspace(item), madeBy: getMakers(item)[0] ?? null };
  });
}

function getMakers({ makers }: Item): string[] {
  return (makers as string[] | undefined) ?? [];
}

function toWorkspace(item: Item): Workspace {
  return { id: item.id as string, name: item.name as string, createdAt: item.createdAt as string };
}
