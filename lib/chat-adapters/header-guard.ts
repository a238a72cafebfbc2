/** Headers that only the metadata services of clouds ask for. */
const METADATA_HEADERS = new Set([
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
  'metadata',
  'metadata-flavor',
]);

/**
 * Headers of the connection itself (RFC 9110, section 7.6.1). A request that sets them could smuggle in
 * another one.
 */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a request with these headers is refused. Undefined if it is allowed. */
export function headerRefusal(headers: Record<string, string>): string | undefined {
  const name = Object.keys(headers).find((key) => METADATA_HEADERS.has(key.trim().toLowerCase()));
  return name === undefined ? undefined : `Header "${name}" is not allowed for security reasons.`;
}

/**
 * The headers with names in lower case and without those of the connection. If a name occurs twice, the last
 * one counts.
 */
export function sendableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([key, value]): [string, string] => [key.trim().toLowerCase(), value.trim()])
      .filter(([key]) => key !== '' && !CONNECTION_HEADERS.has(key)),
  );
}
