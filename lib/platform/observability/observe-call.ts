import type { Context } from 'aws-lambda';
import { beginTrace, type CallTrace, runInTrace } from './call-trace.ts';
import { type LogKeys, logKeys, withLogKeys } from './log-keys.ts';
import type { CallOutcome, ObservedCall } from './observed-call.ts';

/**
 * Runs `work`. Lines that it logs have the ids of the call, and requests that it sends belong to the call's trace.
 * Exports the call's spans before it returns, because Lambda stops the process after that.
 */
export function observeCall<T>(
  { keys, ...call }: ObservedCall & { keys?: LogKeys },
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  const trace = beginTrace(call.traceparent);
  return withLogKeys({ ...keys, ...(trace && { traceId: trace.traceId }) }, context, async () => {
    if (!trace) return await work();
    let outcome: CallOutcome = {};
    try {
      const value = await runInTrace(trace, work);
      outcome = { value };
      return value;
    } catch (error) {
      outcome = { error };
      throw error;
    } finally {
      if (trace.isRecorded) await exportCall(call, trace, outcome, context);
    }
  });
}

/**
 * Never throws, because the call already has its outcome. The import fails if functions were built without traces, and somebody has
 * set the variable by hand.
 */
async function exportCall(
  call: ObservedCall,
  trace: CallTrace,
  outcome: CallOutcome,
  context: Context,
): Promise<void> {
  try {
    const { exportSpans } = await import('#lib/platform/observability/export-spans.ts');
    await exportSpans({ ...call, ...outcome, trace, ids: logKeys() }, context);
  } catch (error) {
    process.emitWarning(`Spans were not exported: ${error}`);
  }
}
