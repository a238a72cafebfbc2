import pLimit from 'p-limit';
import type { FailedFile, MovedFileCounts } from '#apps/cli/moving/report/moved-file.ts';
import { MAX_DEPTH } from '#apps/cli/moving/source/source.ts';
import { isNestedDeeper } from '#lib/platform/json/json-depth.ts';
import { listAddresses, replaceAddresses } from './addresses-in-text.ts';
import { copyFile, FilesRefusedError, type RequestForm, type SizeLimit } from './copy-file.ts';
import type { MovedFiles } from './moved-files.ts';
import {
  FileFailureError,
  isSourceFile,
  listNamedOrigins,
  openSourceFile,
  type SourceFiles,
  withAttempts,
} from './source-file.ts';

/** Files at a time. Each may take as much of the disk as a file may have bytes. */
const CONCURRENCY = 4;
const HEAD_MS = 60_000;

export type FileMoveOptions = {
  files: SourceFiles;
  moved: MovedFiles;
  /** Whether a service that stores no files ends the move. Otherwise the files stay where they are. */
  isDemanded: boolean;
  onProgress(done: number, total: number, bytes: number): void;
};

/** Size of a copied file, or why copying failed. Undefined if another call copied it, or copying has stopped. */
type Outcome = number | FailedFile | undefined;

/** The files of a move: what is brought already, and what brings the rest. */
export class FileMove {
  readonly #options: FileMoveOptions;
  readonly #limit = pLimit(CONCURRENCY);
  readonly #sizeLimit: SizeLimit = { refusedBytes: Number.POSITIVE_INFINITY };
  /** Reasons by address: what has failed in one bot is not read again for the next. */
  readonly #failed = new Map<string, string>();
  readonly #running = new Map<string, Promise<Outcome>>();
  #stoppedBy: string | undefined;
  #done = 0;
  #total = 0;
  #bytes = 0;

  constructor(options: FileMoveOptions) {
    this.#options = options;
  }

  /** Why no more files are brought. The addresses stay as they are in the source. */
  get stoppedBy(): string | undefined {
    return this.#stoppedBy;
  }

  /** Lists the addresses of the source's files in a JSON value. */
  list(value: unknown): string[] {
    if (isNestedDeeper(value, MAX_DEPTH)) return [];
    return listAddresses(value, (url) => isSourceFile(url, this.#options.files));
  }

  /** Whether the address is at a host that whoever moves has named. */
  isNamed(address: string): boolean {
    return listNamedOrigins(this.#options.files).has(new URL(address).origin);
  }

  /** @param owners ids of what the file may have been brought for, the nearest first */
  find(owners: string[], address: string): string | undefined {
    return owners
      .map((owner) => this.#options.moved.find(owner, address))
      .find((moved) => moved !== undefined);
  }

  /** Replaces the addresses of files that are brought. Returns the same object if there are none. */
  rewrite<T>(owners: string[], value: T): T {
    // The service refuses it, and says so.
    if (isNestedDeeper(value, MAX_DEPTH)) return value;
    return replaceAddresses(value, (address) => this.find(owners, address) ?? address);
  }

  /** Brings the files that are not here yet. One that fails does not stop the others. */
  async copy(owner: string, addresses: string[], requestForm: RequestForm): Promise<MovedFileCounts> {
    const counts: MovedFileCounts = { brought: 0, bytes: 0, failed: [] };
    const missing = addresses.filter((address) => this.#options.moved.find(owner, address) === undefined);
    this.#total += missing.length;
    await this.#limit.map(missing, async (address) => {
      if (this.#stoppedBy !== undefined) return;
      const outcome = await this.#copyOnce(owner, address, requestForm);
      if (typeof outcome === 'number') {
        counts.brought += 1;
        counts.bytes += outcome;
        this.#bytes += outcome;
      } else if (outcome) counts.failed.push(outcome);
      this.#done += 1;
      this.#options.onProgress(this.#done, this.#total, this.#bytes);
    });
    return counts;
  }

  /** Two bots may have the same address at the same time. The first of them counts the file. */
  async #copyOnce(owner: string, address: string, requestForm: RequestForm): Promise<Outcome> {
    const key = `${owner} ${address}`;
    const running = this.#running.get(key);
    if (running) {
      const outcome = await running;
      return typeof outcome === 'number' ? undefined : outcome;
    }
    const own = this.#copyOne(owner, address, requestForm);
    this.#running.set(key, own);
    return await own.finally(() => this.#running.delete(key));
  }

  async #copyOne(owner: string, address: string, requestForm: RequestForm): Promise<Outcome> {
    const before = this.#failed.get(address);
    if (before !== undefined) return { address, reason: before };
    const { files, moved: known, isDemanded } = this.#options;
    try {
      const context = { files, folder: known.partsFolder, limit: this.#sizeLimit };
      const { moved, bytes } = await copyFile(address, requestForm, context);
      known.add(owner, address, moved);
      return bytes;
    } catch (error) {
      if (error instanceof FilesRefusedError && !isDemanded) {
        this.#stoppedBy = error.message;
        return undefined;
      }
      if (!(error instanceof FileFailureError)) throw error;
      this.#failed.set(address, error.message);
      return { address, reason: error.message };
    }
  }

  /** Asks how large the files are that are not here yet. Nothing is read or written. */
  async measure(owners: string[], addresses: string[]): Promise<MovedFileCounts> {
    const counts: MovedFileCounts = { brought: 0, bytes: 0, failed: [] };
    const missing = addresses.filter((address) => this.find(owners, address) === undefined);
    await this.#limit.map(missing, async (address) => {
      try {
        const { size = 0 } = await withAttempts(() =>
          openSourceFile(new URL(address), 'HEAD', this.#options.files, AbortSignal.timeout(HEAD_MS)),
        );
        counts.brought += 1;
        counts.bytes += size;
      } catch (error) {
        if (!(error instanceof FileFailureError)) throw error;
        counts.failed.push({ address, reason: error.message });
      }
    });
    return counts;
  }
}
