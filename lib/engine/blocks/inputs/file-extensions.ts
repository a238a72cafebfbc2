/** File extensions by media type, most common first. */
const EXTENSIONS: Record<string, readonly string[]> = {
  'application/gzip': ['gz'],
  'application/json': ['json'],
  'application/msword': ['doc'],
  'application/pdf': ['pdf'],
  'application/rtf': ['rtf'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/xml': ['xml'],
  'application/zip': ['zip'],
  'audio/aac': ['aac'],
  'audio/flac': ['flac'],
  'audio/mp4': ['m4a'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/webm': ['weba', 'webm'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/heif': ['heif'],
  'image/jpeg': ['jpeg', 'jpg'],
  'image/jpg': ['jpeg', 'jpg'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'image/x-icon': ['ico'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/markdown': ['md'],
  'text/plain': ['txt'],
  'video/mp4': ['mp4'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/ogg': ['ogv'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  'video/x-msvideo': ['avi'],
};

/**
 * Returns the lowercase extensions that an entry of an allowlist permits: ".jpg" and "jpg" (including aliases
 * of the same type), "image/jpeg", "image/*". Unknown media types and anything else permit none.
 *
 * Deviation: a media type permits all of its extensions (image/jpeg also permits jpg), and an extension with
 * a leading dot permits itself even if its type is unknown.
 */
export function getAllowedExtensions(entry: string): readonly string[] {
  const name = entry.trim().toLowerCase();
  if (name.includes('/')) return extensionsForType(name);
  const extension = name.replace(/^\./, '');
  const sameType = Object.values(EXTENSIONS).filter((extensions) => extensions.includes(extension));
  return [...new Set([...sameType.flat(), ...(/^\.\w+$/.test(name) ? [extension] : [])])];
}

function extensionsForType(name: string): readonly string[] {
  if (!name.endsWith('/*')) return EXTENSIONS[name] ?? [];
  const family = name.slice(0, -1);
  return Object.entries(EXTENSIONS).flatMap(([mediaType, extensions]) =>
    mediaType.startsWith(family) ? extensions : [],
  );
}
