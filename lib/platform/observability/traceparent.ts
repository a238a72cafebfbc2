/**
 * W3C Trace Context, by which programs of all makers follow a request: https://www.w3.org/TR/trace-context/
 */
export type Traceparent = {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** Id of the sender's span: 16 hexadecimal digits. */
  spanId: string;
  /** Whether the sender may have recorded its part of the trace. */
  isSampled: boolean;
};

/** Name of the header, in lower case. */
export const TRACEPARENT_HEADER = 'traceparent';

/**
 * Version, trace id, span id and flags. Later versions may add fields after the flags. Version ff and ids of zeros are
 * not valid.
 */
const PATTERN = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses the header. Undefined if it is absent or not valid: the standard says to ignore it then. */
export function parseTraceparent(text = ''): Traceparent | undefined {
  const [, version, traceId, spanId, flags, rest] = PATTERN.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined))
    return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: Traceparent): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
}
