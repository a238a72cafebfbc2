import { findAuthoredFileType } from '#lib/chat/uploads/authored-file-type.ts';

/** Endings of pictures for the browser's dialog. */
export const PICTURE_ENDINGS = '.png,.apng,.jpg,.jpeg,.gif,.webp,.avif,.svg,.ico';

/** Returns what is wrong with a file that shall be a picture, or undefined if nothing is. */
export function findPictureProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!findAuthoredFileType(name, type)?.startsWith('image/')) {
    return 'Choose a picture: PNG, JPEG, GIF, WebP, AVIF, SVG or ICO.';
  }
  return size === 0 ? 'The file is empty.' : undefined;
}
