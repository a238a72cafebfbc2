import * as z from 'zod';
import { FOLDER_ID_FORM, type Folder, MAX_FOLDER_NAME_CHARACTERS } from '#lib/bots/folders/folder.ts';
import { once } from '#lib/platform/validation/once.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

/** A name as sent. It is trimmed before its length is checked. */
export const folderName = text.meta({ minLength: 1, maxLength: MAX_FOLDER_NAME_CHARACTERS });

export const folderId = text.regex(FOLDER_ID_FORM, 'Must be 1 to 64 letters, digits, - or _, and not root');

export const presentedFolder = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    parentFolderId: z.string().nullable(),
    workspaceId: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  }),
);

export const folderResponse = once(() => z.object({ folder: presentedFolder() }));

export function presentFolder(folder: Folder, workspaceId: string) {
  return { ...folder, workspaceId };
}
