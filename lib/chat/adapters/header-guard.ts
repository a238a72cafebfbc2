/** Headers that only cloud metadata services require. */
const METADATA_HEADERS = new Set([
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
  'metadata',
  'metadata-flavor',
]);

/**
 * Hop-by-hop headers (RFC 9110, section 7.6.1) and message framing. Letting bots set them would allow request
 * smuggling.
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

/** Returns why a request with these headers is refused. Undefined if it is allowed. */
export function headerRefusal(headers: Record<string, string>): string | undefined {
  const name = Object.keys(headers).find((key) => METADATA_HEADERS.has(key.trim().toLowerCase()));
  return name === undefined ? undefined : `Header "${name}" is not allowed for security reasons.`;
}

/**
 * Normalizes header names to lower case and strips connection headers, and those by which browsers say where a request
 * comes from (`Sec-…`), which servers trust. If a name occurs twice, the last one wins.
 */
export function sendableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([key, value]): [string, string] => [key.trim().toLowerCase(), value.trim()])
      .filter(([key]) => key !== '' && !key.startsWith('sec-') && !CONNECTION_HEADERS.has(key)),
  );
}
