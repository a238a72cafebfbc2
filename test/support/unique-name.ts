import { randomUUID } from 'node:crypto';

/** Makes a name unique across tests that share a database: `ferry` → `ferry-3f2a91c0`. */
export function uniqueName(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}
