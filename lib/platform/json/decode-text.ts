/**
 * Decodes the body of a response. A byte order mark decides the encoding, then the charset of the Content-Type header.
 * Without either, or with a charset that nobody knows, it is UTF-8. Malformed bytes become U+FFFD.
 *
 * @param contentType the header's value
 */
export function decodeText(bytes: Uint8Array, contentType: string | null | undefined): string {
  return decode(bytes, readByteOrderMark(bytes) ?? getCharset(contentType ?? ''));
}

function readByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** A parameter of a media type. Its value may be in quotes. */
const PARAMETER = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Returns the first charset of a Content-Type header. */
function getCharset(contentType: string): string | undefined {
  for (const [, name = '', quoted, bare = ''] of contentType.matchAll(PARAMETER)) {
    // Some servers use single quotes, which do not quote anything in a header.
    if (name.toLowerCase() === 'charset') return (quoted ?? bare).replace(/^\s*'(.*)'\s*$/, '$1');
  }
  return undefined;
}

/** @param label one of the WHATWG's encoding standard, in any case */
function decode(bytes: Uint8Array, label = 'utf-8'): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
