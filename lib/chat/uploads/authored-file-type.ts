/*
 * Files that authors may upload: what a bot can show, play or link to. Browsers take each for the type that it is stored with,
 * and for nothing else (`nosniff`). Only SVG and PDF can hold scripts, which the files' content security policy
 * keeps from running.
 */

/** Endings by media type, the usual one first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'image/x-icon': ['ico'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/aac': ['aac'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/webm': ['weba'],
  'audio/flac': ['flac'],
  'application/pdf': ['pdf'],
};

export const AUTHORED_FILE_TYPES: readonly string[] = Object.keys(ENDINGS);

/** Other names of the types, which browsers and file stores use. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'video/x-m4v': 'video/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
};

/** Types by which browsers and file stores say that they do not know. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * Returns the type with which an author's file is stored: the declared one or, without one, that of the name's ending.
 * Undefined if no such file may be stored.
 *
 * @param declared media type, perhaps with parameters
 *
 * @example
 * findAuthoredFileType('logo.PNG', ''); // 'image/png'
 * findAuthoredFileType('avatar', 'image/jpg; q=1'); // 'image/jpeg'
 */
export function findAuthoredFileType(fileName: string, declared: string): string | undefined {
  const [plain = ''] = declared.split(';');
  const type = plain.trim().toLowerCase();
  if (UNKNOWN_TYPES.has(type)) return findByEnding(fileName);
  const known = Object.hasOwn(ALIASES, type) ? ALIASES[type] : type;
  return AUTHORED_FILE_TYPES.find((name) => name === known);
}

/** Returns the name with an ending of its type, which those who save or link to the file go by. */
export function completeFileName(fileName: string, type: string): string {
  const endings = ENDINGS[type] ?? [];
  return endings.includes(getEnding(fileName)) ? fileName : `${fileName}.${endings[0]}`;
}

function findByEnding(fileName: string): string | undefined {
  const ending = getEnding(fileName);
  return AUTHORED_FILE_TYPES.find((type) => ENDINGS[type]?.includes(ending));
}

function getEnding(fileName: string): string {
  return /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
