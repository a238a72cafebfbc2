import { type Actor, changeOrigin } from '#lib/platform/audit/change.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import {
  ConditionFailedError,
  getItem,
  getItems,
  type Item,
  putItem,
  queryAll,
  queryOnce,
  updateItem,
  writeItems,
} from '#lib/platform/store/dynamodb.ts';
import { indexKeys, isId, type Key, keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { formatCursor, type Page, type Position } from '#lib/platform/store/page.ts';
import { TABLE } from '#lib/platform/store/table.ts';
import { parseName } from './name.ts';
import type { MadeWorkspace, Workspace } from './workspace.ts';

export type NewWorkspace = {
  /** 1 to 100 characters after trimming. Need not be unique. */
  name: string;
  /**
   * Ids of the workspace whose token creates this one, of that workspace's maker, and so on. Absent if the
   * operator creates the workspace.
   */
  makers?: string[];
  now?: Date;
};

/**
 * Creates a workspace for the operator.
 *
 * @throws ServiceError BAD_REQUEST if the name is empty, too long or has control characters.
 */
export async function insertWorkspace(newWorkspace: Omit<NewWorkspace, 'makers'>): Promise<Workspace> {
  const { item, created } = workspaceToPut(newWorkspace);
  const origin = changeOrigin('operator', newWorkspace.now);
  await putItem({ ...item, change: { ...origin, action: 'createWorkspace', workspaceId: created.id } });
  return created;
}

/**
 * Returns the item of a new workspace, and `entries`, one item for each of its makers, so that they can list
 * it. Write them by themselves or in a transaction with the first token.
 *
 * @throws ServiceError BAD_REQUEST like `insertWorkspace`
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
    id: created.id,
    createdAt: created.createdAt,
    listed: { name: created.name },
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

/** Does nothing if the workspace has this name. Returns undefined if there is no such workspace. */
export async function saveWorkspaceName(
  workspaceId: string,
  name: string,
  by: Actor,
): Promise<Workspace | undefined> {
  try {
    const item = await updateItem(keys.workspace(workspaceId), {
      expression: 'SET listed.#name = :name, #change = :change',
      names: { '#name': 'name', '#change': 'change' },
      values: {
        ':name': name,
        ':change': { ...changeOrigin(by), action: 'renameWorkspace', workspaceId },
      },
      condition: 'attribute_exists(pk) AND listed.#name <> :name',
    });
    return toWorkspace(item);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item && toWorkspace(error.item);
  }
}

/** Returns the given workspaces, newest first, without those that do not exist. */
export async function readWorkspaces(workspaceIds: string[]): Promise<Workspace[]> {
  const items = await getItems(workspaceIds.filter(isId).map(keys.workspace));
  return items.map(toWorkspace).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Returns undefined if there is no such workspace or the text is not an id. */
export async function readWorkspace(workspaceId: string): Promise<Workspace | undefined> {
  if (!isId(workspaceId)) return undefined;
  const item = await getItem(keys.workspace(workspaceId));
  return item && toWorkspace(item);
}

/** @throws ServiceError NOT_FOUND if there is no such workspace, or it is being erased. */
export async function requireWorkspace(workspaceId: string): Promise<Workspace> {
  const item = isId(workspaceId) ? await getItem(keys.workspace(workspaceId)) : undefined;
  if (!item || item.erasedSince !== undefined) throw workspaceNotFound();
  return toWorkspace(item);
}

/**
 * Returns the makers of a workspace, nearest first: the workspace whose token created it, the maker of that
 * workspace, and so on. Empty if the operator created the workspace or it does not exist.
 */
export async function readMakers(workspaceId: string): Promise<string[]> {
  if (!isId(workspaceId)) return [];
  const item = await getItem(keys.workspace(workspaceId));
  return item ? getMakers(item) : [];
}

/**
 * Returns the newest workspaces that have one of these makers.
 *
 * @param before position of the last workspace on the previous page
 */
export async function readMadeWorkspaces(
  makerIds: string[],
  { limit, before }: { limit: number; before?: Position | undefined },
): Promise<Page<MadeWorkspace>> {
  const positions: Position[] = [];
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
      // One extra to detect a next page, and one because the previous page's last workspace may be returned
      // again.
      { limit: limit + 2 },
    );
    positions.push(
      ...page.items.map((item) => ({ createdAt: String(item.createdAt), id: String(item.workspaceId) })),
    );
  }
  const listed = [...new Map(positions.map((position) => [position.id, position])).values()]
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

function newestFirst(a: Position, b: Position): number {
  return `${a.createdAt}#${a.id}` < `${b.createdAt}#${b.id}` ? 1 : -1;
}

/** Marks a workspace as being erased, so that it gets no new tokens. Does nothing if it does not exist. */
export async function markErased(workspaceId: string, now = new Date()): Promise<void> {
  try {
    await updateItem(keys.workspace(workspaceId), {
      expression: 'SET erasedSince = if_not_exists(erasedSince, :now)',
      values: { ':now': now.toISOString() },
      condition: 'attribute_exists(pk)',
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Number of entries of created workspaces to delete at once. */
const ENTRIES_PER_PAGE = 100;
const CONCURRENT_ENTRIES = 10;

/**
 * Removes all links between a workspace and other workspaces before it is erased: the workspaces that it
 * created no longer name it as their maker, and its makers no longer list it.
 *
 * @param hasTime checked before each page; once it returns false, the rest is left for another call
 * @returns whether everything was removed
 */
export async function eraseDescent(workspaceId: string, hasTime: () => boolean): Promise<boolean> {
  for (;;) {
    const { items } = await queryOnce(
      {
        keyCondition: 'pk = :maker AND begins_with(sk, :made)',
        values: { ':maker': keys.workspace(workspaceId).pk, ':made': 'MADE#' },
      },
      { limit: ENTRIES_PER_PAGE },
    );
    if (items.length === 0) break;
    if (!hasTime()) return false;
    await mapConcurrently(items, CONCURRENT_ENTRIES, (entry) =>
      forgetMaker(String(entry.workspaceId), workspaceId),
    );
    await writeItems(items.map(({ pk, sk }) => ({ delete: { pk, sk } as Key })));
  }
  const own = await getItem(keys.workspace(workspaceId));
  if (!own) return true;
  const createdAt = String(own.createdAt);
  await writeItems(
    getMakers(own).map((makerId) => ({ delete: keys.madeWorkspace(makerId, createdAt, workspaceId) })),
  );
  return true;
}

/** Removes one maker from a workspace's list. Safe if others are removed concurrently. */
async function forgetMaker(workspaceId: string, makerId: string): Promise<void> {
  for (;;) {
    const item = await getItem(keys.workspace(workspaceId));
    const makers = item ? getMakers(item) : [];
    if (!makers.includes(makerId)) return;
    const others = makers.filter((maker) => maker !== makerId);
    try {
      await updateItem(keys.workspace(workspaceId), {
        expression: others.length > 0 ? 'SET makers = :others' : 'REMOVE makers',
        values: { ':makers': makers, ...(others.length > 0 && { ':others': others }) },
        condition: 'makers = :makers',
      });
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
}

export function workspaceNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Workspace not found');
}

/** Lists all workspaces for the operator, newest first. Reads the eventually consistent index. */
export async function readAllWorkspaces(): Promise<(Workspace & { madeBy: string | null })[]> {
  const entries = await queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :workspaces',
    values: { ':workspaces': lists.workspaces() },
    newestFirst: true,
  });
  // The index does not contain the makers.
  const items = await getItems(entries.map(({ pk, sk }) => ({ pk, sk }) as Key));
  return items
    .map((item) => ({ ...toWorkspace(item), madeBy: getMakers(item)[0] ?? null }))
    .toSorted(newestFirst);
}

function getMakers({ makers }: Item): string[] {
  return (makers as string[] | undefined) ?? [];
}

function toWorkspace(item: Item): Workspace {
  const { name } = getListedAttributes(item);
  return { id: item.id as string, name: name as string, createdAt: item.createdAt as string };
}
