import { Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { METRICS } from '#lib/platform/observability/metrics.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { businessMetric, indexMetric, lambdaMetric, PERIOD, tableMetric } from '../monitoring-metrics.ts';
import type { MonitoringProps } from './monitoring-props.ts';

/**
 * The service's dashboard. Shows at most 50 metrics, because an account's first three dashboards of up to
 * that size are free. Only the chat functions and the authorizer have their own graphs. All other functions
 * are included in the totals of their API.
 */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { chatFunctions, authorizerFunction, addresses, table, config } = props;
    const perFunction = (metric: (of: ServiceFunction) => IMetric) =>
      [...chatFunctions, authorizerFunction].map(metric);
    const graph = (title: string, left: IMetric[]) =>
      new GraphWidget({ title, left, width: 12, period: PERIOD });
    const options = { period: PERIOD };
    new Dashboard(this, 'Dashboard', {
      // Dashboards are global: one with the same name in another region would replace this one.
      dashboardName: `bots-${config.stage}-${Stack.of(this).region}`,
      widgets: [
        [
          graph(
            'Requests',
            addresses.map(({ restApi }) => restApi.metricCount(options)),
          ),
          graph(
            '5xx of the addresses',
            addresses.map(({ restApi }) => restApi.metricServerError(options)),
          ),
        ],
        [
          graph(
            'Latency p99 of the addresses (ms)',
            addresses.map(({ restApi }) => restApi.metricLatency({ ...options, statistic: 'p99' })),
          ),
          graph(
            '4xx of the addresses',
            addresses.map(({ restApi }) => restApi.metricClientError(options)),
          ),
        ],
        [
          graph(
            'Failed calls per chat endpoint',
            perFunction((of) => of.function.metricErrors(options)),
          ),
          graph(
            'Duration p99 per chat endpoint (ms)',
            perFunction((of) => of.function.metricDuration({ ...options, statistic: 'p99' })),
          ),
        ],
        [
          graph(
            'Throttled calls per chat endpoint',
            perFunction((of) => of.function.metricThrottles(options)),
          ),
          graph('Consumed capacity of the table', [
            tableMetric(table, 'ConsumedReadCapacityUnits'),
            tableMetric(table, 'ConsumedWriteCapacityUnits'),
          ]),
        ],
        [
          graph(
            'Throttled requests of table and index',
            ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [
              tableMetric(table, name),
              indexMetric(table, name),
            ]),
          ),
          graph('Concurrent calls of the account', [lambdaMetric('ClaimedAccountConcurrency')]),
        ],
        [
          graph(
            'Business',
            Object.values(METRICS).map((name) => businessMetric(name, config)),
          ),
        ],
      ],
    });
  }
}
