import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '#lib/platform/observability/metrics.ts';
import { TABLE } from '#lib/platform/store/table.ts';
import type { Config } from './config.ts';
import type { TableReference } from './data/table-reference.ts';

/** Aggregation period of the dashboard and of most alarms. */
export const PERIOD = Duration.minutes(5);

/**
 * Creates a metric for the table, which does not include its index. Not for `ThrottledRequests`, which only
 * exists per operation.
 */
export function tableMetric(table: TableReference, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'Sum',
    period: PERIOD,
  });
}

/** Creates a metric for the table's index. */
export function indexMetric(table: TableReference, metricName: string): Metric {
  return tableMetric(table, metricName).with({
    dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: TABLE.index.name },
  });
}

/** Creates a metric that counts the transactions that wrote to the table. */
export function successfulTransactions(table: TableReference): Metric {
  return tableMetric(table, 'SuccessfulRequestLatency').with({
    dimensionsMap: { TableName: table.tableName, Operation: 'TransactWriteItems' },
    // The latency has one sample for each request.
    statistic: 'SampleCount',
  });
}

/** Creates a metric for all functions in the account and region. */
export function lambdaMetric(metricName: string): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic: 'Maximum', period: PERIOD });
}

/** Creates one of the business metrics that functions emit (see `lib/platform/observability/metrics.ts`). */
export function businessMetric(metricName: string, config: Config): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: 'bots', stage: config.stage },
    statistic: 'Sum',
    period: PERIOD,
  });
}
