import { MIMEType } from 'node:util';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** Registered by nobody, but usual for JSON in lines. */
const LINES_TYPE = /^application\/(x-ndjson|ndjson|jsonl|x-jsonlines)$/;

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json$/;

/** JSON exchanged between systems must be UTF-8 (RFC 8259, section 8.1). ASCII is a subset. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/**
 * Allows spaces around the semicolon and a quoted charset (RFC 9110, section 5.6.6).
 *
 * @param orLines whether the body may also be NDJSON
 * @returns whether it is
 * @throws UNSUPPORTED_MEDIA_TYPE
 */
export function requireJsonContentType(contentType: string | undefined, { orLines = false } = {}): boolean {
  const type = getMediaType(contentType);
  const isLines = orLines && type !== undefined && LINES_TYPE.test(type.essence);
  if (!type || !(isLines || JSON_TYPE.test(type.essence))) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      orLines
        ? 'The body must be JSON or NDJSON, sent with the header Content-Type: application/json or application/x-ndjson'
        : 'The body must be JSON, sent with the header Content-Type: application/json',
    );
  }
  const charset = type.params.get('charset');
  if (charset !== null && !CHARSETS.includes(charset.toLowerCase())) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be UTF-8, and Content-Type must not name another charset',
    );
  }
  return isLines;
}

function getMediaType(contentType: string | undefined): MIMEType | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType);
  } catch {
    return undefined;
  }
}
