/**
 * Size limit of Lambda's events and synchronous responses: 6 MiB plus a little for framing. Both are JSON with
 * the body as a string.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, "Invocation payload"
 */
export const MAX_INVOCATION_BYTES = 6 * 1024 * 1024 + 100;

/** Returns the size in bytes of a body inside the payload, where every quote and backslash is escaped again. */
export function countEscapedBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body));
}
