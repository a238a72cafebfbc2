import { isDeepStrictEqual } from 'node:util';
import { isCredentialsId } from '#lib/platform/credentials/credentials-name.ts';
import { convertCredentials, type GoogleClient } from './converted-credentials.ts';
import type { CredentialsStore, CredentialsToStore } from './credentials-store.ts';
import {
  CredentialsUnreadableError,
  decryptCredentials,
  type SourceCredentialsRow,
  WrongSecretError,
} from './source-credentials.ts';

export type CredentialOutcome =
  | 'created'
  | 'replaced'
  | 'unchanged'
  /** Others are stored under the id. They stay unless `overwrite` is set. */
  | 'different'
  /** Blocks of this service could use them, but something is missing. */
  | 'unusable'
  /** No block of this service reads such credentials. */
  | 'unused'
  | 'unreadable';

/** Outcome of a row. Contains nothing secret. */
export type ImportedCredential = {
  id: string;
  kind: string;
  name: string;
  sourceWorkspaceId: string;
  outcome: CredentialOutcome;
  /** Why they were not stored, or what they still need. */
  note?: string;
};

export type CredentialsImport = {
  key: Buffer;
  googleClient: GoogleClient | undefined;
  /** Workspace of the target. */
  workspaceId: string;
  store: CredentialsStore;
  overwrite: boolean;
  /** Reports what the import would do, without storing anything. */
  isDryRun: boolean;
};

/**
 * Decrypts the rows and stores them for a workspace of the target, under their ids.
 *
 * @throws WrongSecretError if no row can be decrypted with the key. Nothing is stored then.
 * @throws CredentialsStoreError
 */
export async function importCredentials(
  rows: readonly SourceCredentialsRow[],
  { key, googleClient, workspaceId, store, overwrite, isDryRun }: CredentialsImport,
): Promise<ImportedCredential[]> {
  const opened = rows.map((row) => ({ row, ...open(row, key, googleClient) }));
  if (opened.length > 0 && opened.every(({ hasWrongSecret }) => hasWrongSecret)) {
    throw new WrongSecretError(
      'ENCRYPTION_SECRET is not the secret of this installation: it decrypts none of its credentials',
    );
  }
  const toStore: CredentialsToStore[] = [];
  const imported: ImportedCredential[] = [];
  for (const { row, content, outcome: refusal, note } of refuseRepeatedIds(opened)) {
    const { id, type: kind, name, workspaceId: sourceWorkspaceId } = row;
    const before = content && (await store.read(workspaceId, id));
    const outcome = content ? findOutcome(before, content, overwrite) : refusal;
    if (content && (outcome === 'created' || outcome === 'replaced')) {
      toStore.push({ id, content, isNew: outcome === 'created' });
    }
    const why = outcome === 'different' ? 'others are stored under this id: --overwrite replaces them' : note;
    imported.push({ id, kind, name, sourceWorkspaceId, outcome, ...(why !== undefined && { note: why }) });
  }
  if (!isDryRun) await store.write(workspaceId, toStore);
  return imported;
}

type Opened = {
  content?: CredentialsToStore['content'];
  /** Applies if there is no content. */
  outcome: CredentialOutcome;
  note?: string;
  hasWrongSecret?: true;
};

type OpenedRow = Opened & { row: SourceCredentialsRow };

/** Ids are unique in Typebot's table, but another database may return anything. */
function refuseRepeatedIds(opened: OpenedRow[]): OpenedRow[] {
  const first = new Map(opened.toReversed().map(({ row }) => [row.id, row]));
  return opened.map((one) =>
    first.get(one.row.id) === one.row
      ? one
      : { row: one.row, outcome: 'unusable', note: 'an earlier row has the same id' },
  );
}

function open(row: SourceCredentialsRow, key: Buffer, googleClient: GoogleClient | undefined): Opened {
  const decrypted = decryptOrNote(row, key);
  if (!('content' in decrypted)) return { outcome: 'unreadable', ...decrypted };
  const converted = convertCredentials(row.type, decrypted.content, googleClient);
  if (converted.status === 'unused') return { outcome: 'unused', note: converted.reason };
  if (converted.status === 'incomplete') return { outcome: 'unusable', note: converted.reason };
  if (!isCredentialsId(row.id)) {
    const note = 'ids of credentials here have up to 64 letters, digits, hyphens and underscores';
    return { outcome: 'unusable', note };
  }
  return {
    outcome: 'created',
    // Blocks of other kinds do not use them.
    content: { ...converted.credentials, kind: row.type },
    ...(converted.note && { note: converted.note }),
  };
}

function decryptOrNote(row: SourceCredentialsRow, key: Buffer) {
  try {
    return { content: decryptCredentials(row, key) };
  } catch (error) {
    if (!(error instanceof CredentialsUnreadableError)) throw error;
    return {
      note: error.message,
      ...(error instanceof WrongSecretError && { hasWrongSecret: true as const }),
    };
  }
}

function findOutcome(
  before: unknown,
  content: CredentialsToStore['content'],
  overwrite: boolean,
): CredentialOutcome {
  if (before === undefined) return 'created';
  // Earlier imports stored no kind.
  const { kind: _, ...withoutKind } = content;
  if (isDeepStrictEqual(before, content)) return 'unchanged';
  if (isDeepStrictEqual(before, withoutKind)) return overwrite ? 'replaced' : 'unchanged';
  return overwrite ? 'replaced' : 'different';
}
