import { oneLine } from '#apps/terminal/plain-text.ts';

/** Codes of Node.js and PostgreSQL, and what they mean to someone who wants to read a database. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'the host does not respond',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOENT: 'there is no socket',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (name it with sslrootcert)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority (name that with sslrootcert)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an unknown authority (name that with sslrootcert)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an unknown authority (name that with sslrootcert)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  '57P01': 'the server ended the connection',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting or shutting down',
};

/** Messages of the client library that have no code. */
const REASONS_BY_MESSAGE: [RegExp, string][] = [
  [/timeout expired|^Query read timeout/i, 'the host does not respond'],
  [/does not support SSL/i, 'the server has no TLS, but sslmode asks for it'],
  [/client password must be/i, 'it asks for a password: put it into the URL or into PGPASSWORD'],
  [/Connection terminated|not queryable|Client was closed/i, 'the connection broke'],
];

/** Says in plain words what went wrong. Neither PostgreSQL nor its client library puts the password into a message. */
export function describeDatabaseFailure(error: unknown): string {
  const { code, message } = causeOf(error);
  const known = REASONS[code] ?? REASONS_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  return oneLine(known ?? (message || code));
}

/** Whether the connection, not the query, is to blame, so that the same query may succeed on another connection. */
export function isLostConnection(error: unknown): boolean {
  const { code, message } = causeOf(error);
  // 08: connection exceptions; 57P: shutdown; 40001: a replica had to choose between us and its primary.
  if (/^(08|57P)|^40001$/.test(code)) return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code)) return true;
  return /Connection terminated|not queryable|Client was closed/i.test(message);
}

export function isTlsMissing(error: unknown): boolean {
  return /does not support SSL/i.test(causeOf(error).message);
}

/** A host with several addresses fails with one error for each of them. */
function causeOf(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message };
}
