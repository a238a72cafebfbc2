import { MIMEType } from 'node:util';
import { ServiceError } from '#lib/errors/service-error.ts';

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json$/;

/** JSON exchanged between systems is UTF-8 (RFC 8259, section 8.1). ASCII is a subset of it. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/**
 * Spaces around the semicolon and a charset in quotes are allowed (RFC 9110, section 5.6.6).
 *
 * @throws UNSUPPORTED_MEDIA_TYPE
 */
export function requireJsonContentType(contentType: string | undefined): void {
  const type = getMediaType(contentType);
  if (!type || !JSON_TYPE.test(type.essence)) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON, sent with the header Content-Type: application/json',
    );
  }
  const charset = type.params.get('charset');
  if (charset !== null && !CHARSETS.includes(charset.toLowerCase())) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be in UTF-8, whose name is the only charset that Content-Type may give it',
    );
  }
}

function getMediaType(contentType: string | undefined): MIMEType | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType);
  } catch {
    return undefined;
  }
}
