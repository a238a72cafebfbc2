import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { configFile } from '#apps/cli/service/config-file.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Files that a source's move has brought: the addresses here by those in the source. A line is appended for each file
 * once it is stored, so a move that is killed goes on after the last one. Without the file, files come again.
 */
export type MovedFiles = {
  /** Folder for what is on its way. Absent at the beginning. */
  partsFolder: string;
  /** @param owner id of a workspace here, or ids of a bot and a result */
  find(owner: string, address: string): string | undefined;
  add(owner: string, address: string, moved: string): void;
};

/** Opens the file of a service, in the folder of the configuration or where `file` says. */
export function openMovedFiles(
  service: string,
  file = path.join(path.dirname(configFile()), 'moved-files', `${digest(service)}.ndjson`),
): MovedFiles {
  const partsFolder = `${file}.parts-${process.pid}`;
  removePartsOfKilled(file);
  removeAtExit(partsFolder);
  const known = new Map<string, string>();
  for (const line of readLines(file)) {
    const entry = tryParseJson(line);
    // The last line of a killed move may be cut off.
    if (!isJsonObject(entry)) continue;
    const { owner, from, to } = entry;
    if (typeof owner === 'string' && typeof from === 'string' && typeof to === 'string')
      known.set(toKey(owner, from), to);
  }
  return {
    partsFolder,
    find: (owner, address) => known.get(toKey(owner, address)),
    add(owner, address, moved) {
      known.set(toKey(owner, address), moved);
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      // Begins with a line break, so that a line that was cut off spoils no other.
      appendFileSync(file, `\n${JSON.stringify({ owner, from: address, to: moved })}`, { mode: 0o600 });
    },
  };
}

/** Folders to delete when the process ends, also by Ctrl-C. */
const foldersAtExit = new Set<string>();

function removeAtExit(folder: string): void {
  if (foldersAtExit.size === 0) {
    process.once('exit', () => {
      for (const left of foldersAtExit) rmSync(left, { recursive: true, force: true });
    });
  }
  foldersAtExit.add(folder);
}

/** A killed move leaves its parts. Those of another that is running stay. */
function removePartsOfKilled(file: string): void {
  for (const folder of globSync(`${path.basename(file)}.parts-*`, { cwd: path.dirname(file) })) {
    const pid = Number(folder.split('-').at(-1));
    if (Number.isInteger(pid) && !isRunning(pid))
      rmSync(path.join(path.dirname(file), folder), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function toKey(owner: string, address: string): string {
  return `${owner} ${address}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
