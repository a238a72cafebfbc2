import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { Folder } from './folder.ts';

export function createFolderNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Folder not found');
}

/** @throws NOT_FOUND if no folder has the id */
export function requireFolder(folders: readonly Folder[], folderId: string): Folder {
  const folder = folders.find(({ id }) => id === folderId);
  if (!folder) throw createFolderNotFound();
  return folder;
}
