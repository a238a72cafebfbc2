import path from 'node:path';

/** Parses an option that names a file or folder, so that messages say where it is. */
export function toAbsolutePath(file: string): string {
  return path.resolve(file);
}
