import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { AUTHORIZER_FAILED } from '#lib/auth/authorizer-failure.ts';
import { METRIC_NAMESPACE, METRICS } from '#lib/observability/metrics.ts';
import type { Config } from './config.ts';
import type { RestAddress } from './rest-address.ts';
import type { ServiceFunction } from './service-function.ts';

export type MonitoringProps = {
  functions: ServiceFunction[];
  /** Those of the chat address, which respondents wait for. */
  chatFunctions: ServiceFunction[];
  authorizerFunction: ServiceFunction;
  addresses: RestAddress[];
  table: Table;
  config: Config;
};

const PERIOD = Duration.minutes(5);

/** Refused log entries in five minutes that no broken page explains any more. */
const LOG_FLOOD_ENTRIES = 5_000;

/**
 * A dashboard, and, where somebody is there to be told, alarms. An alarm costs $0.10 a month whether anything
 * happens or not, so there are none without an e-mail address.
 */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    this.addDashboard(props);
    if (props.config.alarmEmail !== undefined) this.addAlarms(props, props.config.alarmEmail);
  }

  /**
   * At most 50 metrics, for then an account's first three dashboards are free. So single functions are those that
   * respondents and tokens wait for; the others are behind the numbers of their address.
   */
  private addDashboard(props: MonitoringProps): void {
    const { chatFunctions, authorizerFunction, addresses, table, config } = props;
    const perFunction = (metric: (of: ServiceFunction) => IMetric) =>
      [...chatFunctions, authorizerFunction].map(metric);
    const graph = (title: string, left: IMetric[]) =>
      new GraphWidget({ title, left, width: 12, period: PERIOD });
    const options = { period: PERIOD };
    new Dashboard(this, 'Dashboard', {
      dashboardName: `bots-${config.stage}`,
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
            table.metricConsumedReadCapacityUnits(options),
            table.metricConsumedWriteCapacityUnits(options),
          ]),
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

  private addAlarms(
    { functions, authorizerFunction, addresses, table, config }: MonitoringProps,
    email: string,
  ): void {
    const topic = new Topic(this, 'Alarms', { displayName: `bots-${config.stage}`, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // A policy of its own, such as the one that enforces TLS, replaces the default that let CloudWatch publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    Validations.of(topic).acknowledge({
      id: 'Serverless::Serverless-SNSRedrivePolicy',
      reason: 'An e-mail that cannot be delivered is of no use in a queue that nobody reads.',
    });
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
        // Nothing happens while nobody calls: no data is good news.
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

/** `ThrottledRequests` exists per operation only; these two exist for the table. */
function tableMetric(table: Table, metricName: string): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'Sum',
    period: PERIOD,
  });
}

function businessMetric(metricName: string, config: Config): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { service: 'bots', stage: config.stage },
    statistic: 'Sum',
    period: PERIOD,
  });
}
