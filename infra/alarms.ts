import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AUTHORIZER_FAILED } from '#lib/auth/authorizer-failure.ts';
import { METRIC_NAMESPACE, METRICS } from '#lib/observability/metrics.ts';
import { businessMetric, PERIOD, tableMetric } from './monitoring-metrics.ts';
import type { MonitoringProps } from './monitoring-props.ts';

/** More refused log entries in five minutes than one broken page can explain. */
const LOG_FLOOD_ENTRIES = 5_000;

export type AlarmsProps = MonitoringProps & { topic: ITopic };

/** The alarms of the service. Each notifies the topic. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { functions, authorizerFunction, addresses, table, config, topic } = props;
    const alarm = (
      id: string,
      alarmDescription: string,
      metric: IMetric,
      threshold: number,
      evaluationPeriods = 1,
    ) =>
      new Alarm(this, id, {
        alarmName: `bots-${config.stage}-${id}`,
        alarmDescription,
        metric,
        threshold,
        evaluationPeriods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        // No data is good news: nothing happens while nobody calls.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }).addAlarmAction(new SnsAction(topic));

    for (const { restApi, node } of addresses) {
      alarm(
        `${node.id}-5xx`,
        `More than 1 % of the requests to the ${node.id} address failed`,
        new MathExpression({
          expression: 'IF(requests > 20, 100 * errors / requests, 0)',
          usingMetrics: {
            errors: restApi.metricServerError({ period: PERIOD, statistic: 'Sum' }),
            requests: restApi.metricCount({ period: PERIOD, statistic: 'Sum' }),
          },
          period: PERIOD,
          label: '5xx (%)',
        }),
        1,
      );
    }
    for (const { function: handler, node, slowMs } of functions) {
      alarm(
        `${node.id}-latency`,
        `The slowest 1 % of the calls of ${node.id} took longer than ${slowMs} ms for 15 minutes`,
        handler.metricDuration({ period: PERIOD, statistic: 'p99' }),
        slowMs,
        3,
      );
      alarm(
        `${node.id}-throttles`,
        `Calls of ${node.id} were throttled`,
        handler.metricThrottles({ period: PERIOD }),
        0,
      );
    }
    alarm(
      'authorizer-failures',
      'Tokens could not be looked up: callers with good tokens got 500',
      new MetricFilter(this, 'AuthorizerFailures', {
        logGroup: authorizerFunction.function.logGroup,
        filterPattern: FilterPattern.stringValue('$.message', '=', AUTHORIZER_FAILED),
        metricNamespace: METRIC_NAMESPACE,
        metricName: `AuthorizerFailures-${config.stage}`,
      }).metric({ statistic: 'Sum', period: PERIOD }),
      0,
    );
    alarm(
      'table-throttles',
      'DynamoDB throttled requests',
      new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics: {
          reads: tableMetric(table, 'ReadThrottleEvents'),
          writes: tableMetric(table, 'WriteThrottleEvents'),
        },
        period: PERIOD,
        label: 'Throttled',
      }),
      0,
      2,
    );
    alarm(
      'log-flood',
      `Clients were refused more than ${LOG_FLOOD_ENTRIES} log entries in five minutes`,
      businessMetric(METRICS.logEntriesRefused, config),
      LOG_FLOOD_ENTRIES,
    );
  }
}
