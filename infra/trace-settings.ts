export type TraceSettings = {
  otlpEndpoint?: string | undefined;
  otlpHeadersSecretName?: string | undefined;
  otlpLayerArn?: string | undefined;
  otlpSamplePercent?: number | undefined;
  tracing: boolean;
};

/** Returns what is wrong with the settings of traces, each with its key. */
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
    problems.push([
      'otlpSamplePercent',
      'Has no effect with tracing, where X-Ray decides which calls are recorded. Leave it out',
    ]);
  }
  const isLocal = otlpEndpoint?.startsWith('http:') ?? false;
  if (isLocal && otlpLayerArn === undefined) {
    problems.push(['otlpEndpoint', `${otlpEndpoint} needs a layer with a collector: set otlpLayerArn`]);
  }
  return problems;
}
