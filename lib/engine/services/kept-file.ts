import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { BlockFailure } from './service-request.ts';

/**
 * Stores a file that a block makes and returns its address. The file is only made if there is storage for it.
 *
 * @throws BlockFailure if the service has no storage for files, or if storing fails
 */
export async function keptFile(
  { extension, mediaType }: { extension: string; mediaType: string },
  { ports }: Pick<BlockContext, 'ports'>,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  if (!ports.files) throw new BlockFailure(NO_PLACE_FOR_FILES);
  const bytes = await make();
  try {
    return await ports.files.put({ name: `${ports.createId()}.${extension}`, mediaType, bytes });
  } catch (error) {
    throw new BlockFailure('The file could not be kept', {
      details: error instanceof Error ? error.name : 'unknown',
    });
  }
}

export const NO_PLACE_FOR_FILES = 'The file was not made: this service has no place for files';
