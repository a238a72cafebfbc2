import { randomUUID } from 'node:crypto';

/** `ferry` → `ferry-3f2a91c0`. No other test uses the same name, even if several share a database. */
export function uniqueName(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}
