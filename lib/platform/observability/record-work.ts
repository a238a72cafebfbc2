import { createSpanId, getCurrentTrace, isExportOn, isTracingOn } from './call-trace.ts';
import { traceHeader } from './trace-header.ts';
import type { Work } from './work-record.ts';

/**
 * Sends a request to another service, and records it if the current call is recorded. Recording never affects the
 * result.
 *
 * @param send receives the id of its span
 */
export async function recordWork<T>(send: (spanId: string) => Promise<T>, work: Work): Promise<T> {
  const id = createSpanId();
  const isExported = isExportOn();
  const trace = isExported ? getCurrentTrace() : undefined;
  const segment = !isExported && isTracingOn() ? traceHeader() : undefined;
  const target = trace?.isRecorded ? trace : segment?.isSampled ? segment : undefined;
  if (!target) return await send(id);
  // The import fails if functions were built without traces, and somebody has set the variable by hand.
  const recorder = await import('#lib/platform/observability/work-recorder.ts').catch(() => undefined);
  return await (recorder?.recordInto(target, id, work, send) ?? send(id));
}
