import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { TraceHeader } from './trace-header.ts';
import type { WorkRecord } from './work-record.ts';

/*
 * Requests to other services as subsegments of the function's X-Ray trace, for functions whose spans are not exported.
 *
 * Format: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */

let socket: Socket | undefined;

/** Sends a record to the daemon without waiting for it. If that fails, only the trace is incomplete. */
export function sendSubsegment(record: WorkRecord, segment: TraceHeader): void {
  const [, host, port] = /^(.+):(\d+)$/.exec(process.env.AWS_XRAY_DAEMON_ADDRESS ?? '') ?? [];
  if (host === undefined) return;
  const packet = `{"format":"json","version":1}\n${JSON.stringify(toDocument(record, segment))}`;
  socket ??= openSocket();
  try {
    socket.send(packet, Number(port), host, () => {});
  } catch {
    // The port is out of range.
  }
}

function toDocument(
  { id, name, namespace, startedMs, endedMs, fields, failureName }: WorkRecord,
  segment: TraceHeader,
): object {
  return {
    // X-Ray accepts no other characters in names.
    name: name.replace(/[^\p{L}\p{N}\s_.:/%&#=+\\\-@]/gu, '_').slice(0, 200),
    id,
    trace_id: segment.traceId,
    parent_id: segment.parentId,
    type: 'subsegment',
    namespace,
    start_time: startedMs / 1_000,
    end_time: endedMs / 1_000,
    ...fields,
    ...(failureName !== undefined && {
      cause: { exceptions: [{ id: randomBytes(8).toString('hex'), type: failureName }] },
    }),
  };
}

function openSocket(): Socket {
  const opened = createSocket('udp4').unref();
  opened.on('error', () => {});
  return opened;
}
