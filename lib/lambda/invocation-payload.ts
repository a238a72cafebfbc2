/**
 * Size limit of Lambda's events and synchronous responses: 6 MiB and a little for its own framing. Both are
 * JSON with the body as a string.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, "Invocation payload"
 */
export const MAX_INVOCATION_BYTES = 6 * 1024 * 1024 + 100;

/** Size of a body inside the payload, in bytes. Every quote and backslash in it is escaped again there. */
export function escapedBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body));
}
