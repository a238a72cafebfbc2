import { readFileSync } from 'node:fs';

/** Memory in MB. */
export type Memory = { service: number; database: number };

/** Returns the memory of the local stack: its process, and the database that it has started. */
export function measureMemory(pid: number): Memory {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return {
    service: megabytes(pid),
    database: children.reduce((sum, child) => sum + megabytes(Number(child)), 0),
  };
}

/** Pages that several processes share are counted in proportion (PSS). */
function megabytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
