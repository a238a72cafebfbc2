import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { METRIC_NAMESPACE } from '#lib/observability/metrics.ts';
import type { Config } from './config.ts';

/** The interval of the dashboard and of every alarm. */
export const PERIOD = Duration.minutes(5);

/** A metric of the whole table. `ThrottledRequests` exists only for single operations. */
export function tableMetric(table: Table, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'Sum',
    period: PERIOD,
  });
}

/** A metric that the functions write themselves: see `lib/observability/metrics.ts`. */
export function businessMetric(metricName: string, config: Config): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: 'bots', stage: config.stage },
    statistic: 'Sum',
    period: PERIOD,
  });
}
