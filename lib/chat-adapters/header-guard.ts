/** Names that only clouds' metadata services ask for. */
const METADATA_HEADERS = new Set([
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
  'metadata',
  'metadata-flavor',
]);

/** These are the connection's own (RFC 9110, section 7.6.1): a request that sets them could smuggle another one. */
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

/** Why a request must not carry these headers. */
export function headerRefusal(headers: Record<string, string>): string | undefined {
  const name = Object.keys(headers).find((key) => METADATA_HEADERS.has(key.trim().toLowerCase()));
  return name === undefined ? undefined : `Header "${name}" is not allowed for security reasons.`;
}

/** With names in lower case, the last of a name, and without what belongs to the connection. */
export function sendableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([key, value]): [string, string] => [key.trim().toLowerCase(), value.trim()])
      .filter(([key]) => key !== '' && !CONNECTION_HEADERS.has(key)),
  );
}
