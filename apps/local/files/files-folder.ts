import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { EXPORT_DAYS } from '#lib/jobs/export-file.ts';

export type StoredFile = { file: string; bytes: number; mediaType: string };

/** A part of a multipart upload. */
export type StoredPart = { number: number; etag: string; bytes: number };

/** Name and type of a file, kept beside it. */
type About = { key: string; mediaType: string };

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Most file systems take 255 bytes. Leaves room for the ending of the file about it. */
const MAX_NAME_BYTES = 200;
/** Attempts to store a file whose folder others remove at the same time, because theirs was the last file in it. */
const MAX_ATTEMPTS = 20;

/**
 * The bucket of a local server: a folder in which every file has the path of its key. Keys begin with a known prefix,
 * so the folders whose names begin with a dot are the store's own.
 */
export class FilesFolder {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /**
   * Stores a file, which is never seen half written.
   *
   * @throws whatever reading the content throws; nothing is stored then
   */
  async put(key: string, mediaType: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const draft = await this.draft();
    try {
      await writeFile(draft, content, { mode: 0o600 });
      await this.keep(draft, { key, mediaType });
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async find(key: string): Promise<StoredFile | undefined> {
    const about = await readAbout(this.aboutFile(key));
    if (about?.key !== key) return undefined;
    const file = this.file(key);
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? { file, bytes: found.size, mediaType: about.mediaType } : undefined;
  }

  /** Also removes the folders that this leaves empty, because their names are ids. */
  async remove(key: string): Promise<void> {
    for (const file of [this.file(key), this.aboutFile(key)]) {
      await rm(file, { force: true });
      await this.removeEmptyFolders(path.dirname(file));
    }
  }

  /** Returns up to `limit` keys with a prefix that ends with a slash. */
  async list(prefix: string, limit: number): Promise<string[]> {
    const folder = path.join(this.root, '.about', ...toNames(prefix.replace(/\/$/, '')));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const keys: string[] = [];
    for (const entry of entries) {
      if (keys.length === limit) break;
      const about = entry.isFile() ? await readAbout(path.join(entry.parentPath, entry.name)) : undefined;
      if (about) keys.push(about.key);
    }
    return keys;
  }

  async startUpload(key: string, mediaType: string): Promise<string> {
    const id = randomUUID();
    const folder = this.uploadFolder(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path.join(folder, 'about.json'), JSON.stringify({ key, mediaType } satisfies About));
    return id;
  }

  /** Whether this is an unfinished upload of this file. */
  async hasUpload(id: string, key: string): Promise<boolean> {
    if (!/^[0-9a-f-]{36}$/.test(id)) return false;
    return (await readAbout(path.join(this.uploadFolder(id), 'about.json')))?.key === key;
  }

  /** Stores a part, in place of an earlier one with this number. Returns its entity tag. */
  async putPart(id: string, number: number, bytes: Uint8Array): Promise<string> {
    const etag = createHash('md5').update(bytes).digest('hex');
    const draft = await this.draft();
    await writeFile(draft, bytes, { mode: 0o600 });
    const earlier = (await this.listParts(id)).filter((part) => part.number === number);
    for (const part of earlier) await rm(this.partFile(id, part), { force: true });
    await rename(draft, this.partFile(id, { number, etag }));
    return etag;
  }

  /** Parts in order. */
  async listParts(id: string): Promise<StoredPart[]> {
    const names = await readdir(this.uploadFolder(id)).catch(() => []);
    const parts = names.flatMap((name) => {
      const [, number, etag] = /^(\d+)-([0-9a-f]{32})$/.exec(name) ?? [];
      return number !== undefined && etag !== undefined ? [{ number: Number(number), etag }] : [];
    });
    const sized = parts.map(async (part) => ({ ...part, bytes: (await stat(this.partFile(id, part))).size }));
    return (await Promise.all(sized)).toSorted((a, b) => a.number - b.number);
  }

  /** Joins parts into the file, and ends the upload. */
  async completeUpload(id: string, parts: readonly StoredPart[]): Promise<void> {
    const folder = this.uploadFolder(id);
    const about = await readAbout(path.join(folder, 'about.json'));
    if (!about) throw new Error('The upload does not exist');
    const draft = await this.draft();
    await writeFile(draft, '', { mode: 0o600 });
    for (const part of parts) {
      await pipeline(createReadStream(this.partFile(id, part)), createWriteStream(draft, { flags: 'a' }));
    }
    await this.keep(draft, about);
    await this.abortUpload(id);
  }

  async abortUpload(id: string): Promise<void> {
    await rm(this.uploadFolder(id), { recursive: true, force: true });
  }

  /** Removes what the bucket's lifecycle rules remove in a deployment. */
  async removeExpired(now = Date.now()): Promise<void> {
    const isOlder = async (file: string, days: number) => {
      const found = await stat(file).catch(() => undefined);
      return found !== undefined && now - found.mtimeMs > days * DAY_MS;
    };
    for (const key of await this.list(FILE_PREFIXES.exports, Number.POSITIVE_INFINITY)) {
      if (await isOlder(this.file(key), EXPORT_DAYS)) await this.remove(key);
    }
    await this.sweepEmptyFolders();
    for (const folder of ['.uploads', '.drafts']) {
      for (const name of await readdir(path.join(this.root, folder)).catch(() => [])) {
        const entry = path.join(this.root, folder, name);
        if (await isOlder(entry, 1)) await rm(entry, { recursive: true, force: true });
      }
    }
  }

  /** Removes a folder and those around it, up to the first that has something in it. */
  private async removeEmptyFolders(folder: string): Promise<void> {
    const isOwn = (dir: string) => dir === this.root || dir === path.join(this.root, '.about');
    for (let dir = folder; !isOwn(dir); dir = path.dirname(dir)) {
      if (!(await removeIfEmpty(dir))) return;
    }
  }

  /** Removes empty folders that earlier versions, or a server that was killed, have left. */
  private async sweepEmptyFolders(): Promise<void> {
    for (const prefix of Object.values(FILE_PREFIXES)) {
      for (const root of [this.root, path.join(this.root, '.about')]) {
        const top = path.join(root, prefix);
        const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => []);
        const folders = entries.filter((entry) => entry.isDirectory());
        const paths = folders.map((entry) => path.join(entry.parentPath, entry.name));
        for (const folder of paths.toSorted((a, b) => b.length - a.length)) await removeIfEmpty(folder);
      }
    }
  }

  private async draft(): Promise<string> {
    const folder = path.join(this.root, '.drafts');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, randomUUID());
  }

  private async keep(draft: string, about: About): Promise<void> {
    const file = this.file(about.key);
    const aboutFile = this.aboutFile(about.key);
    const move = async () => {
      for (const one of [file, aboutFile]) await mkdir(path.dirname(one), { recursive: true, mode: 0o700 });
      await writeFile(aboutFile, JSON.stringify(about), { mode: 0o600 });
      await rename(draft, file);
    };
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await move();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    await move();
  }

  private file(key: string): string {
    return path.join(this.root, ...toNames(key));
  }

  private aboutFile(key: string): string {
    return `${path.join(this.root, '.about', ...toNames(key))}.json`;
  }

  private uploadFolder(id: string): string {
    return path.join(this.root, '.uploads', id);
  }

  private partFile(id: string, { number, etag }: Pick<StoredPart, 'number' | 'etag'>): string {
    return path.join(this.uploadFolder(id), `${number}-${etag}`);
  }
}

/** Whether a key leads to a file inside of the folder. */
export function isKey(key: string): boolean {
  if (!Object.values(FILE_PREFIXES).some((prefix) => key.startsWith(prefix))) return false;
  return key.split('/').every((name) => /^[\p{L}\p{N}\p{M}_-][\p{L}\p{N}\p{M}._-]*$/u.test(name));
}

/** Shortens names that file systems would refuse. */
function toNames(key: string): string[] {
  if (!isKey(`${key}/x`)) throw new Error('Tried to leave the folder of files');
  return key.split('/').map((name) => {
    if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
    return `${createHash('sha256').update(name).digest('hex')}${path.extname(name).slice(0, 10)}`;
  });
}

/** @returns whether the folder is gone */
async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    // Some systems have another code for a folder with something in it.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

async function readAbout(file: string): Promise<About | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as About;
  } catch {
    return undefined;
  }
}
