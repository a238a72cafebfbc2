import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const METRIC_NAMESPACE = 'Bots';

/**
 * Business events as CloudWatch metrics. Each metric costs $0.30 in a month in which it occurs, and nothing
 * in other months. The only dimensions are the service and the stage, because every further value would be
 * another metric.
 */
export const METRICS = {
  botsImported: 'BotsImported',
  botsPublished: 'BotsPublished',
  resultsStarted: 'ResultsStarted',
  logEntriesAccepted: 'LogEntriesAccepted',
  logEntriesRefused: 'LogEntriesRefused',
} as const;

const metrics = new Metrics({
  namespace: METRIC_NAMESPACE,
  serviceName: 'bots',
  defaultDimensions: { stage: process.env.STAGE ?? 'local' },
});

/** Logs the count in the embedded metric format, which CloudWatch turns into a metric without a request. */
export function count(name: (typeof METRICS)[keyof typeof METRICS], by = 1): void {
  metrics.addMetric(name, MetricUnit.Count, by);
  metrics.publishStoredMetrics();
}
