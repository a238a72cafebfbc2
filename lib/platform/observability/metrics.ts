import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { logKeys } from './log-keys.ts';

export const METRIC_NAMESPACE = 'Bots';

/**
 * Business events, counted as CloudWatch metrics. Each metric costs $0.30 in every month in which it occurs.
 * The only dimensions are service and stage, because each further value would be another metric.
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

/**
 * Logs the count in the embedded metric format, from which CloudWatch extracts metrics without an API call. The
 * line also has the ids of the call, which are not dimensions and therefore create no metrics.
 */
export function count(name: (typeof METRICS)[keyof typeof METRICS], by = 1): void {
  for (const [key, id] of Object.entries(logKeys())) metrics.addMetadata(key, id);
  metrics.addMetric(name, MetricUnit.Count, by);
  metrics.publishStoredMetrics();
}
