import { type Actor, type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import {
  ConditionFailedError,
  getItem,
  type Item,
  putItem,
  queryAll,
  transact,
  updateItem,
} from '#lib/platform/store/dynamodb.ts';
import { isId, keys } from '#lib/platform/store/keys.ts';
import type { CredentialsRecord, CredentialsState } from './credentials-record.ts';

/*
 * The value of credentials is in another store than their item, and no transaction spans both. So each change marks the
 * item as incomplete first and as stored last, and the item exists as long as a value may. A change that another one
 * has overtaken leaves the mark.
 */

/** A change that has begun, by the id of its audit entry. */
export type CredentialsChange = { record: CredentialsRecord; changeId: string };

/** Returns all credentials of a workspace, by id. There are at most `MAX_CREDENTIALS`. */
export async function readRecords(workspaceId: string): Promise<CredentialsRecord[]> {
  const items = await queryAll({
    keyCondition: 'pk = :pk',
    values: { ':pk': keys.credentialsPartition(workspaceId) },
  });
  return items.map(toRecord);
}

/** Returns undefined if the workspace has no credentials with this id. */
export async function readRecord(
  workspaceId: string,
  credentialsId: string,
): Promise<CredentialsRecord | undefined> {
  if (!isId(credentialsId)) return undefined;
  const item = await getItem(keys.credentials(workspaceId, credentialsId));
  return item && toRecord(item);
}

/** Writes the item of credentials whose value is about to be stored. Replaces an earlier one. */
export async function beginPut(
  record: Omit<CredentialsRecord, 'state'>,
  by: Actor,
  now: Date,
): Promise<CredentialsChange> {
  const origin = changeOrigin(by, now);
  const begun: CredentialsRecord = { ...record, state: 'incomplete' };
  await putItem({
    ...toItem(begun),
    change: { ...origin, action: 'putCredentials', ...toSubject(begun) },
  });
  return { record: begun, changeId: origin.id };
}

/** @returns undefined if the credentials have been deleted in the meantime */
export async function beginDeletion(
  record: CredentialsRecord,
  by: Actor,
): Promise<CredentialsChange | undefined> {
  const origin = changeOrigin(by);
  const change = { ...origin, action: 'deleteCredentials', ...toSubject(record) };
  try {
    await updateItem(keys.credentials(record.workspaceId, record.id), {
      expression: 'SET #state = :state, #change = :change',
      names: { '#state': 'state', '#change': 'change' },
      values: { ':state': 'incomplete', ':change': change },
      condition: 'attribute_exists(pk)',
    });
    return { record, changeId: origin.id };
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/** @returns false if another change has begun since */
export async function finishPut({ record, changeId }: CredentialsChange): Promise<boolean> {
  try {
    await updateItem(keys.credentials(record.workspaceId, record.id), {
      expression: 'SET #state = :state',
      names: { '#state': 'state', '#change': 'change', '#id': 'id' },
      values: { ':state': 'stored', ':changeId': changeId },
      condition: '#change.#id = :changeId',
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** @returns false if somebody has begun to store the credentials again since */
export async function finishDeletion({ record, changeId }: CredentialsChange): Promise<boolean> {
  try {
    await transact([
      {
        delete: keys.credentials(record.workspaceId, record.id),
        condition: {
          expression: 'attribute_not_exists(pk) OR #change.#id = :changeId',
          names: { '#change': 'change', '#id': 'id' },
          values: { ':changeId': changeId },
        },
      },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Another deletion has begun, and will delete the item.
    return (error.item?.change as Partial<Change> | undefined)?.action === 'deleteCredentials';
  }
}

/** Marks credentials that two changes met at, even if the other one has deleted the item: a value may be stored. */
export async function markIncomplete({ record }: CredentialsChange): Promise<void> {
  await putItem(toItem({ ...record, state: 'incomplete' }));
}

function toSubject({ workspaceId, id, kind }: CredentialsRecord) {
  return { workspaceId, credentialsId: id, credentialsKind: kind };
}

function toItem(record: CredentialsRecord): Item {
  return { ...keys.credentials(record.workspaceId, record.id), ...record };
}

function toRecord({ id, workspaceId, kind, name, state, createdAt, updatedAt }: Item): CredentialsRecord {
  return {
    id: String(id),
    workspaceId: String(workspaceId),
    kind: String(kind),
    ...(name !== undefined && { name: String(name) }),
    state: state as CredentialsState,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  };
}
