import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Where a service's credentials are stored. */
export type CredentialsStore = {
  /** For messages, such as `the file .local/credentials.json`. */
  description: string;
  /** Returns the stored credentials of a workspace, or undefined if there are none with that id. */
  read(workspaceId: string, credentialsId: string): Promise<unknown>;
  /** Stores credentials of a workspace. All others stay as they are. */
  write(workspaceId: string, credentials: readonly CredentialsToStore[]): Promise<void>;
};

export type CredentialsToStore = {
  id: string;
  content: JsonObject;
  /** Whether the store has none with this id yet. */
  isNew: boolean;
};

/** The store cannot be read or written. The message contains no credentials. */
export class CredentialsStoreError extends Error {
  override name = 'CredentialsStoreError';
}
