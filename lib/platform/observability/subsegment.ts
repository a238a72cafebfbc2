import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { traceHeader } from './trace-header.ts';

/*
 * Requests to other services as subsegments of the function's X-Ray trace. Powertools' tracer would make each
 * bundle a third larger; this sends the same documents to the same daemon.
 *
 * Format: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */

/** Details of a finished request. Must never contain paths, queries or bodies. */
export type SubsegmentFields = {
  http?: {
    request?: { method: string; url: string };
    response?: { status?: number | undefined };
  };
  aws?: Record<string, string | number | undefined>;
  /** The other service failed, or did not respond. */
  fault?: boolean;
  /** The other service refused the request. */
  error?: boolean;
  throttle?: boolean;
};

export type SubsegmentOptions<T> = {
  /** Name of the other service: `DynamoDB`, or a host. */
  name: string;
  namespace: 'aws' | 'remote';
  /** Returns the details to record. */
  describe: (outcome: { value: T } | { failure: unknown }) => SubsegmentFields;
};

/** Whether the operator has turned on traces. Without this check, callers could request them with a header. */
export const isTracingOn = (): boolean => process.env.TRACING === 'true';

/** Runs `work`, and records it if X-Ray records the current call. Recording never affects the result. */
export async function recordWork<T>(work: () => Promise<T>, options: SubsegmentOptions<T>): Promise<T> {
  const trace = isTracingOn() ? traceHeader() : undefined;
  if (!trace?.isSampled) return await work();
  const startedMs = Date.now();
  const end = (outcome: { value: T } | { failure: unknown }) => {
    const { name, namespace, describe } = options;
    send({
      // X-Ray accepts no other characters in names.
      name: name.replace(/[^\p{L}\p{N}\s_.:/%&#=+\\\-@]/gu, '_').slice(0, 200),
      id: randomBytes(8).toString('hex'),
      trace_id: trace.traceId,
      parent_id: trace.parentId,
      type: 'subsegment',
      namespace,
      start_time: startedMs / 1_000,
      end_time: Date.now() / 1_000,
      ...describe(outcome),
      ...('failure' in outcome && { cause: { exceptions: [toException(outcome.failure)] } }),
    });
  };
  try {
    const value = await work();
    end({ value });
    return value;
  } catch (failure) {
    end({ failure });
    throw failure;
  }
}

/** Only the error's name, because its message could quote the request. */
function toException(failure: unknown): object {
  return { id: randomBytes(8).toString('hex'), type: failure instanceof Error ? failure.name : 'unknown' };
}

let socket: Promise<Socket> | undefined;

/** Sends a document without waiting for it. If that fails, only the trace is incomplete. */
function send(document: object): void {
  const [, host, port] = /^(.+):(\d+)$/.exec(process.env.AWS_XRAY_DAEMON_ADDRESS ?? '') ?? [];
  if (host === undefined) return;
  const packet = `{"format":"json","version":1}\n${JSON.stringify(document)}`;
  socket ??= openSocket();
  socket.then((open) => open.send(packet, Number(port), host, () => {})).catch(() => {});
}

async function openSocket(): Promise<Socket> {
  const { createSocket } = await import('node:dgram');
  const opened = createSocket('udp4').unref();
  opened.on('error', () => {});
  return opened;
}
