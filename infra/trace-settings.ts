export type TraceSettings = {
  otlpEndpoint?: string | undefined;
  otlpHeadersSecretName?: string | undefined;
  otlpLayerArn?: string | undefined;
  otlpSamplePercent?: number | undefined;
  tracing: boolean;
};

/** Returns what is wrong with traces, each with the key it is about. */
export function findTraceProblems(settings: TraceSettings): [path: string, message: string][] {
  const { otlpEndpoint, otlpLayerArn, otlpSamplePercent, tracing } = settings;
  const problems: [string, string][] = [];
  const dependent = ['otlpHeadersSecretName', 'otlpLayerArn', 'otlpSamplePercent'] as const;
  for (const path of dependent) {
    if (settings[path] !== undefined && otlpEndpoint === undefined) {
      problems.push([path, `${path} needs otlpEndpoint`]);
    }
  }
  if (otlpSamplePercent !== undefined && tracing) {
    problems.push(['otlpSamplePercent', 'With tracing, X-Ray decides which calls are recorded']);
  }
  const isLocal = otlpEndpoint?.startsWith('http:') ?? false;
  if (isLocal && otlpLayerArn === undefined) {
    problems.push([
      'otlpEndpoint',
      `${otlpEndpoint} is a collector in the function's own environment, which needs otlpLayerArn`,
    ]);
  }
  return problems;
}
