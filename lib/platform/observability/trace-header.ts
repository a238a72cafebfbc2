/** The X-Ray trace that a call belongs to, as Lambda describes it. */
export type TraceHeader = {
  traceId: string;
  /** Id of the function's own segment. */
  parentId: string;
  /** Whether X-Ray records this call. */
  isSampled: boolean;
};

/**
 * Reads the header that Lambda puts into the environment before each call:
 * `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1`. Undefined outside of Lambda.
 */
export function traceHeader(text = process.env._X_AMZN_TRACE_ID): TraceHeader | undefined {
  const fields = new Map((text ?? '').split(';').map((field) => field.split('=') as [string, string]));
  const [traceId = '', parentId = ''] = [fields.get('Root'), fields.get('Parent')];
  if (!/^1-[\da-f]{8}-[\da-f]{24}$/.test(traceId) || !/^[\da-f]{16}$/.test(parentId)) return undefined;
  return { traceId, parentId, isSampled: fields.get('Sampled') === '1' };
}
