import { auditWrite } from '#lib/platform/audit/audit-entry.ts';
import { type Actor, changeOrigin } from '#lib/platform/audit/change.ts';
import {
  ConditionFailedError,
  getItem,
  type Item,
  putItem,
  queryAll,
  type TransactionWrite,
  transact,
} from '#lib/platform/store/dynamodb.ts';
import { indexKeys, isHostName, keys, lists } from '#lib/platform/store/keys.ts';
import { getPosition } from '#lib/platform/store/page.ts';
import { TABLE } from '#lib/platform/store/table.ts';
import type { RegisteredDomain } from './registered-domain.ts';

/**
 * Registers a name for a workspace. One that the workspace has already stays as it is.
 *
 * @returns undefined if another workspace has the name
 */
export async function insertDomain(
  { name, workspaceId }: Pick<RegisteredDomain, 'name' | 'workspaceId'>,
  by: Actor,
  now = new Date(),
): Promise<RegisteredDomain | undefined> {
  const domain = { name, workspaceId, createdAt: now.toISOString() };
  try {
    await putItem(
      {
        ...keys.registeredDomain(name),
        ...indexKeys.domainOfWorkspace(workspaceId, domain.createdAt, name),
        ...domain,
        change: { ...changeOrigin(by, now), action: 'createCustomDomain', workspaceId, domain: name },
      },
      { expression: 'attribute_not_exists(pk)' },
    );
    return domain;
  } catch (error) {
    // Also if the first attempt had succeeded and its response was lost.
    if (!(error instanceof ConditionFailedError) || !error.item) throw error;
    return error.item.workspaceId === workspaceId ? toDomain(error.item) : undefined;
  }
}

/** Returns undefined if nobody has registered the name, or it is not a host name. */
export async function readDomain(name: string): Promise<RegisteredDomain | undefined> {
  const item = isHostName(name) ? await getItem(keys.registeredDomain(name)) : undefined;
  return item && toDomain(item);
}

/**
 * Returns all names of a workspace, newest first. There are at most as many as the operator has ever configured. Reads
 * the eventually consistent index, which may miss very recent changes.
 */
export async function readDomains(workspaceId: string): Promise<RegisteredDomain[]> {
  const entries = await queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :domains',
    values: { ':domains': lists.domains(workspaceId) },
    newestFirst: true,
  });
  return entries.map((entry) => {
    const { createdAt, id: name } = getPosition(entry);
    return { name, workspaceId, createdAt };
  });
}

/** @returns false if the workspace does not have the name any more */
export async function removeDomain(
  { name, workspaceId }: Pick<RegisteredDomain, 'name' | 'workspaceId'>,
  by: Actor,
): Promise<boolean> {
  const change = { ...changeOrigin(by), action: 'deleteCustomDomain' as const, workspaceId, domain: name };
  return await deleteDomain({ name, workspaceId }, [auditWrite(change)]);
}

/** Deletes all names of a workspace that is being erased, without entries in its audit trail. */
export async function eraseDomains(workspaceId: string): Promise<void> {
  // The index may still have a name that another workspace has registered since.
  for (const { name } of await readDomains(workspaceId)) await deleteDomain({ name, workspaceId });
}

/** @returns false if the workspace does not have the name any more */
async function deleteDomain(
  { name, workspaceId }: Pick<RegisteredDomain, 'name' | 'workspaceId'>,
  others: TransactionWrite[] = [],
): Promise<boolean> {
  try {
    await transact([
      {
        delete: keys.registeredDomain(name),
        condition: { expression: 'workspaceId = :workspaceId', values: { ':workspaceId': workspaceId } },
      },
      ...others,
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

function toDomain({ name, workspaceId, createdAt }: Item): RegisteredDomain {
  return { name: String(name), workspaceId: String(workspaceId), createdAt: String(createdAt) };
}
