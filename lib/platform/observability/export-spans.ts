import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Context } from 'aws-lambda';
import type { CallTrace } from './call-trace.ts';
import { writeLogLine } from './log-line.ts';
import type { CallOutcome, ObservedCall } from './observed-call.ts';
import type { WorkRecord } from './work-record.ts';

/*
 * Spans of calls by OpenTelemetry's protocol, over HTTP and as JSON: https://opentelemetry.io/docs/specs/otlp/
 * This module is a bundle of its own, loaded when the first call is exported, so it must not import modules whose state is in the
 * function's bundle. The exporter reads the receiver's address and headers from OTEL_EXPORTER_OTLP_ENDPOINT and
 * OTEL_EXPORTER_OTLP_HEADERS.
 */

/** A call that has ended, with the requests it sent. */
export type EndedCall = ObservedCall &
  CallOutcome & {
    trace: CallTrace;
    /** Ids of the call, as its log lines have them. */
    ids: Readonly<Record<string, string | undefined>>;
  };

/**
 * Maximum time of an export, during which the caller waits. A receiver in the same region responds within milliseconds. Less
 * than the 800 ms after which the exporter itself would try again.
 */
const MAX_EXPORT_MS = Number(process.env.OTEL_EXPORTER_OTLP_TIMEOUT) || 750;

/** Pause after a failed export, so that a broken receiver delays one call a minute, not every call. */
const PAUSE_MS = 60_000;

/** Time kept for the function's response after an export. */
const RESERVE_MS = 100;

const MAX_NAME_CHARS = 200;

type Span = Parameters<OTLPTraceExporter['export']>[0][number];

let exporter: OTLPTraceExporter | undefined;
let pausedUntilMs = 0;

/**
 * Sends the spans of a call to the receiver. If it does not accept them within MAX_EXPORT_MS, or within the time that the call has
 * left, a line is logged, and spans are dropped for PAUSE_MS.
 */
export async function exportSpans(
  call: EndedCall,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  if (Date.now() < pausedUntilMs) return;
  exporter ??= new OTLPTraceExporter({ timeoutMillis: MAX_EXPORT_MS, concurrencyLimit: 100 });
  const { trace } = call;
  const spans = [
    toCallSpan(call, Date.now()),
    ...trace.records.map((record) => toRequestSpan(record, trace)),
  ];
  try {
    const timeoutMs = Math.min(MAX_EXPORT_MS, context.getRemainingTimeInMillis() - RESERVE_MS);
    await stopAfter(sendTwice(exporter, spans), timeoutMs);
  } catch (error) {
    pausedUntilMs = Date.now() + PAUSE_MS;
    writeLogLine('WARN', 'Spans were not exported', { ...call.ids, error: String(error) });
  }
}

/** Sends spans again if the receiver closed the kept connection while Lambda had stopped the process. */
async function sendTwice(to: OTLPTraceExporter, spans: Span[]): Promise<void> {
  try {
    await send(to, spans);
  } catch (error) {
    if (!/ECONNRESET|EPIPE|socket hang up/.test(String(error))) throw error;
    await send(to, spans);
  }
}

function send(to: OTLPTraceExporter, spans: Span[]): Promise<void> {
  return new Promise((resolve, reject) => {
    to.export(spans, ({ error, code }) => (code === 0 ? resolve() : reject(toReason(error))));
  });
}

async function stopAfter(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Drops the body of the receiver's response, which could quote the request's headers. */
function toReason(error: Error | undefined): Error {
  const { message = 'unknown', code } = (error ?? {}) as { message?: string; code?: number | string };
  return new Error([code, message.slice(0, MAX_NAME_CHARS)].filter(Boolean).join(' '));
}

function toCallSpan(call: EndedCall, endedMs: number): Span {
  const { trace, name, route, value, error, isResponse, ids } = call;
  const { statusCode: status } = (value ?? {}) as { statusCode?: number };
  const [method, path] = route?.split(' ') ?? [];
  return toSpan({
    name: route ?? name,
    kind: route === undefined ? SPAN_KIND.internal : SPAN_KIND.server,
    traceId: trace.traceId,
    spanId: trace.spanId,
    parentSpanId: trace.parentSpanId,
    isParentRemote: true,
    startedMs: trace.startedMs,
    endedMs,
    isError: Number(status) >= 500 || (error !== undefined && !isResponse?.(error)),
    attributes: {
      'http.request.method': method,
      'http.route': path,
      'http.response.status_code': status,
      'faas.invocation_id': ids.functionRequestId,
      'bots.endpoint': ids.endpoint,
      'bots.request_id': ids.requestId,
      'bots.workspace_id': ids.workspaceId,
      'bots.bot_id': ids.botId,
      'bots.job_id': ids.jobId,
      'bots.dropped_spans': trace.droppedRecords || undefined,
    },
  });
}

function toRequestSpan(record: WorkRecord, { traceId, spanId: parentSpanId }: CallTrace): Span {
  const { id: spanId, name, namespace, startedMs, endedMs, fields, failureName } = record;
  const { http: { request, response } = {}, aws, fault, error } = fields;
  const url = request && URL.parse(request.url);
  const isError = fault === true || error === true || failureName !== undefined;
  return toSpan({
    name: namespace === 'aws' ? `${name}.${aws?.operation}` : `${request?.method} ${name}`,
    kind: SPAN_KIND.client,
    traceId,
    spanId,
    parentSpanId,
    isParentRemote: false,
    startedMs,
    endedMs,
    isError,
    attributes: {
      ...(namespace === 'aws' && {
        'rpc.system': 'aws-api',
        'rpc.service': name,
        'rpc.method': aws?.operation,
        'db.system.name': 'aws.dynamodb',
        'db.collection.name': aws?.table_name,
        'cloud.region': aws?.region,
        'aws.request_id': aws?.request_id,
        'http.request.resend_count': aws?.retries || undefined,
      }),
      'http.request.method': request?.method,
      'url.scheme': url?.protocol.slice(0, -1),
      'server.address': url?.hostname,
      'server.port': url?.port ? Number(url.port) : undefined,
      'http.response.status_code': response?.status,
      'error.type': isError ? (failureName ?? String(response?.status ?? 'unknown')) : undefined,
    },
  });
}

/** Numbers of the exporter's types, which count from 0. The protocol counts from 1. */
const SPAN_KIND = { internal: 0, server: 1, client: 2 } as const;
const STATUS = { unset: 0, error: 2 } as const;

type SpanFields = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  isParentRemote: boolean;
  startedMs: number;
  endedMs: number;
  isError: boolean;
  attributes: Record<string, string | number | undefined>;
};

function toSpan(fields: SpanFields): Span {
  const { name, kind, traceId, spanId, parentSpanId, isParentRemote, startedMs, endedMs } = fields;
  const traceFlags = 1;
  return {
    name: name.slice(0, MAX_NAME_CHARS),
    kind,
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(parentSpanId !== undefined && {
      parentSpanContext: { traceId, spanId: parentSpanId, traceFlags, isRemote: isParentRemote },
    }),
    startTime: toHrTime(startedMs),
    endTime: toHrTime(endedMs),
    duration: toHrTime(endedMs - startedMs),
    ended: true,
    status: { code: fields.isError ? STATUS.error : STATUS.unset },
    attributes: getDefined(fields.attributes),
    links: [],
    events: [],
    resource: RESOURCE,
    instrumentationScope: { name: 'bots' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Attributes of all spans of this process. */
const RESOURCE: Span['resource'] = (() => {
  const { AWS_LAMBDA_FUNCTION_NAME, AWS_REGION, STAGE } = process.env;
  const attributes = getDefined({
    'service.name': 'bots',
    'deployment.environment.name': STAGE,
    'faas.name': AWS_LAMBDA_FUNCTION_NAME,
    'cloud.provider': AWS_LAMBDA_FUNCTION_NAME === undefined ? undefined : 'aws',
    'cloud.region': AWS_REGION,
  });
  return { attributes } as Span['resource'];
})();

function getDefined(
  attributes: Record<string, string | number | undefined>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

/** Returns seconds, and nanoseconds of the second. */
function toHrTime(ms: number): [number, number] {
  return [Math.trunc(ms / 1_000), (ms % 1_000) * 1_000_000];
}
