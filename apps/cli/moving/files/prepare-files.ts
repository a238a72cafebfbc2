import type { Source } from '#apps/cli/moving/source/source.ts';
import { FileMove, type FileMoveOptions } from './file-move.ts';
import { openMovedFiles } from './moved-files.ts';
import { readStoreSettings } from './source-store.ts';
import type { StoreAddresses } from './store-address.ts';

export type FileChoice = {
  /** Undefined: if the service stores files. */
  isWanted?: boolean | undefined;
  /** Other hosts of the source's files. */
  hosts?: string[] | undefined;
  /** Where to note which files are brought. */
  stateFile?: string | undefined;
  onProgress?: FileMoveOptions['onProgress'];
};

/**
 * Checks the settings of the source's store, before anything is written.
 *
 * @returns undefined if files stay where they are
 * @throws Error if the settings cannot be right
 */
export function prepareFiles(
  { builder }: Source,
  serviceUrl: string,
  { isWanted, hosts = [], stateFile, onProgress = () => {} }: FileChoice,
): ((ids: Pick<StoreAddresses, 'workspaceIds' | 'botIds'>) => FileMove) | undefined {
  if (isWanted === false) return undefined;
  const store = readStoreSettings(process.env);
  const named = new Set(hosts.map((host) => host.toLowerCase()));
  return (ids) =>
    new FileMove({
      files: { ...ids, hosts: named, store, builder },
      moved: openMovedFiles(serviceUrl, stateFile),
      isDemanded: isWanted === true,
      onProgress,
    });
}
