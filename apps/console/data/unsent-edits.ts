/*
 * Edits of bots that the service has not taken yet, in IndexedDB, so that a closed tab or a crash does not lose them. They
 * are content of a workspace, so only who made them gets them back, as a hash of the token's or person's id tells, and they
 * are deleted after 7 days, when that person signs out, and when somebody else signs in. A browser without IndexedDB keeps
 * none.
 */

const DATABASE = 'unsent-edits';
const STORE = 'edits';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;

/** Unsent edits of one open draft. */
export type UnsentEdits = {
  workspaceId: string;
  botId: string;
  /** Id of the draft as it was opened in a tab. */
  draftId: string;
  /** Hash of the id of whom they belong to. */
  ownerHash: string;
  savedAtMs: number;
  operations: readonly unknown[];
};

type UnsentKey = Pick<UnsentEdits, 'workspaceId' | 'botId' | 'draftId'>;

/** Stores the edits in place of those that the same draft had before. */
export async function keepUnsentEdits(edits: UnsentEdits): Promise<void> {
  await runRequest('readwrite', (store) => store.put(edits));
}

export async function deleteUnsentEdits({ workspaceId, botId, draftId }: UnsentKey): Promise<void> {
  await runRequest('readwrite', (store) => store.delete([workspaceId, botId, draftId]));
}

/** Lists the edits of a bot that somebody may have back: not those of drafts that are open in a tab. */
export async function listUnsentEdits(
  { workspaceId, botId }: Pick<UnsentEdits, 'workspaceId' | 'botId'>,
  ownerHash: string,
): Promise<UnsentEdits[]> {
  const open = await listOpenDrafts();
  return (await readAllEdits()).filter(
    (entry) =>
      entry.workspaceId === workspaceId &&
      entry.botId === botId &&
      entry.ownerHash === ownerHash &&
      !isExpired(entry) &&
      !open.has(entry.draftId),
  );
}

/** Deletes all edits that have expired or that somebody else made. Without a hash, all. */
export async function forgetUnsentEdits(ownerHash?: string): Promise<void> {
  for (const entry of await readAllEdits()) {
    if (entry.ownerHash !== ownerHash || isExpired(entry)) await deleteUnsentEdits(entry);
  }
}

async function readAllEdits(): Promise<UnsentEdits[]> {
  return (await runRequest<UnsentEdits[]>('readonly', (store) => store.getAll())) ?? [];
}

/** Marks a draft as open until the tab is closed. */
export function markOpen(draftId: string): void {
  // The lock is never given back.
  void globalThis.navigator?.locks?.request(`draft:${draftId}`, () => new Promise<never>(() => {}));
}

async function listOpenDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(/^draft:/, '')));
}

/** Hashes the id of an owner with SHA-256. Undefined where the browser cannot, as without HTTPS. */
export async function hashOwnerId(ownerId: string): Promise<string | undefined> {
  // The types do not know of insecure contexts.
  if (!globalThis.isSecureContext) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ownerId));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isExpired({ savedAtMs }: UnsentEdits): boolean {
  return Date.now() - savedAtMs > MAX_AGE_MS;
}

/**
 * Makes one request to the store. Private windows and full disks refuse to store anything, which must not keep anybody
 * from editing: then the result is undefined.
 */
async function runRequest<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await openDatabase();
    try {
      return await toPromise(request(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(STORE, { keyPath: ['workspaceId', 'botId', 'draftId'] });
  return toPromise(opening);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser refused'));
  });
}
