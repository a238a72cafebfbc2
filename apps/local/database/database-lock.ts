import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks a database file, because the database itself would let a second process open it. The lock is SQLite's
 * own write lock on a file next to the database. The operating system releases it when the process ends for
 * any reason, so locks never go stale.
 *
 * @returns a function that releases the lock
 * @throws Error naming the process that holds the lock
 */
export function lockDatabase(filePath: string): () => void {
  const lockPath = `${filePath}.lock`;
  const lock = new DatabaseSync(lockPath);
  try {
    // Not EXCLUSIVE, so that a process that cannot get the lock can still read who holds it.
    lock.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    lock.exec(`PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const holder = (error as { errcode?: number }).errcode === SQLITE_BUSY ? readHolder(lock) : undefined;
    lock.close();
    if (holder === undefined) throw error;
    throw new Error(
      `The database ${filePath} is in use by process ${holder}: stop that one, or set DATA_DIR`,
      {
        cause: error,
      },
    );
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

function readHolder(lock: DatabaseSync): unknown {
  return lock.prepare('PRAGMA user_version').get()?.user_version;
}
