import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const METRIC_NAMESPACE = 'Bots';

/**
 * What happens to the business, as CloudWatch metrics. Each costs $0.30 in a month in which it occurs and nothing
 * in others; dimensions are the service and the stage only, for every further value would be a metric of its own.
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

/** Written to the log in the embedded metric format, from which CloudWatch makes metrics: no request, no waiting. */
export function count(name: (typeof METRICS)[keyof typeof METRICS], by = 1): void {
  metrics.addMetric(name, MetricUnit.Count, by);
  metrics.publishStoredMetrics();
}
