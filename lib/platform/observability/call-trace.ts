import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { traceHeader } from './trace-header.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';
import type { WorkRecord } from './work-record.ts';

/** The trace that a call belongs to. */
export type CallTrace = {
  traceId: string;
  /** Id of the call's own span. */
  spanId: string;
  /** Id of the span that caused the call: the caller's, or that of Lambda's segment. */
  parentSpanId?: string;
  /** Whether requests that the call sends say that the trace is recorded. */
  isSampled: boolean;
  /** Whether the call's spans are exported. */
  isRecorded: boolean;
  startedMs: number;
  records: WorkRecord[];
  droppedRecords: number;
};

/** Maximum spans per call, without the call's own. A chat's turn sends at most 100 requests, and an import some 20. */
export const MAX_SPANS = 200;

/** Whether the operator has turned on X-Ray. Without this check, callers could request traces with a header. */
export const isTracingOn = (): boolean => process.env.TRACING === 'true';

/** Whether the operator has named a receiver of spans. */
export const isExportOn = (): boolean => Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);

export const createSpanId = (): string => randomBytes(8).toString('hex');

const storage = new AsyncLocalStorage<CallTrace>();

export const getCurrentTrace = (): CallTrace | undefined => storage.getStore();

/** Runs `work`, whose requests belong to this trace. */
export function runInTrace<T>(trace: CallTrace, work: () => Promise<T>): Promise<T> {
  return storage.run(trace, work);
}

/**
 * Finds the trace of a call: the caller's or, if the operator has turned traces on, that of X-Ray or a new one. What
 * the caller sends never decides whether the call is recorded.
 *
 * @param traceparent header of the request
 */
export function beginTrace(traceparent: string | undefined): CallTrace | undefined {
  const caller = parseTraceparent(traceparent);
  const segment = traceHeader();
  if (!caller && !isExportOn() && !(isTracingOn() && segment)) return undefined;
  const isTraced = isTracingOn() && segment?.isSampled === true;
  const isRecorded = isExportOn() && (isTracingOn() ? isTraced : isDrawn());
  const parentSpanId = caller?.spanId ?? (isTraced ? segment.parentId : undefined);
  return {
    traceId: caller?.traceId ?? segment?.traceId.slice(2).replace('-', '') ?? randomBytes(16).toString('hex'),
    spanId: createSpanId(),
    ...(parentSpanId !== undefined && { parentSpanId }),
    isSampled: isRecorded || isTraced || caller?.isSampled === true,
    isRecorded,
    startedMs: Date.now(),
    records: [],
    droppedRecords: 0,
  };
}

/** Returns the header for a request that the current call sends. Undefined if the call belongs to no trace. */
export function createTraceparent(spanId: string): string | undefined {
  const trace = getCurrentTrace();
  return trace && formatTraceparent({ ...trace, spanId });
}

/** Draws whether to record a call. The variable is the share of calls, from 0 to 1; anything else records all. */
function isDrawn(): boolean {
  return !(Math.random() >= Number(process.env.OTEL_TRACES_SAMPLER_ARG));
}
