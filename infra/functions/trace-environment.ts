import { SecretValue } from 'aws-cdk-lib';
import type { Config } from '../config.ts';

/** Whether functions record traces, for X-Ray or for another receiver. */
export function hasTraces({ tracing, otlpEndpoint }: Config): boolean {
  return tracing || otlpEndpoint !== undefined;
}

/**
 * Returns environment variables for `lib/platform/observability`: what to record, and where to send it.
 * CloudFormation resolves the secret when it updates the function, so that no function needs the grant to read it.
 */
export function getTraceEnvironment(config: Config): Record<string, string> {
  const { tracing, otlpEndpoint, otlpHeadersSecretName, otlpSamplePercent } = config;
  return {
    ...(tracing && { TRACING: 'true' }),
    ...(otlpEndpoint !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint }),
    ...(otlpHeadersSecretName !== undefined && {
      OTEL_EXPORTER_OTLP_HEADERS: SecretValue.secretsManager(otlpHeadersSecretName).unsafeUnwrap(),
    }),
    ...(otlpSamplePercent !== undefined && { OTEL_TRACES_SAMPLER_ARG: String(otlpSamplePercent / 100) }),
  };
}
