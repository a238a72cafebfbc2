import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AUTHORIZER_FAILED } from '#lib/platform/auth/authorizer-failure.ts';
import { METRIC_NAMESPACE, METRICS } from '#lib/platform/observability/metrics.ts';
import type { RestAddress } from '../api/rest-address.ts';
import {
  businessMetric,
  indexMetric,
  lambdaMetric,
  PERIOD,
  successfulTransactions,
  tableMetric,
} from '../monitoring-metrics.ts';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';
import { CONFLICT_LIMITS } from './conflict-limits.ts';
import type { MonitoringProps } from './monitoring-props.ts';

const MINUTE = Duration.minutes(1);

/**
 * p99 latency above which an address is considered slow. A few management calls work for seconds by design. A
 * turn may wait for the services that its bot calls, up to 29 s.
 */
const SLOW_MS = { management: 10_000, chat: 15_000 };

/** Number of log lines in five minutes that is tolerated. A single failure writes one or two. */
const AUTHORIZER_FAILURE_LINES = 2;

/** Number of refused calls in five minutes that is tolerated, because clients retry after a short burst. */
const REFUSED_CALLS = 20;

/** Share of the account's limit that raises an alarm, early enough to have the limit raised. */
const CONCURRENCY_PERCENT = 80;

/** Number of refused log entries in five minutes that raises an alarm. A single broken page sends fewer. */
const LOG_FLOOD_ENTRIES = 5_000;

/** Entries usually appear within seconds. The stream loses records after a day. */
const AUDIT_DELAY_MINUTES = 10;

/** How long `degraded` waits before it sends a message, in case an outage is the cause. */
const BEFORE_OUTAGE = Duration.minutes(5);

/** How long `degraded` stays silent after an outage. */
const AFTER_OUTAGE = Duration.minutes(15);

export type AlarmsProps = MonitoringProps & { topic: ITopic };

type Condition = {
  description: string;
  metric: IMetric;
  /** Values above the threshold are breaching. */
  threshold: number;
  /** How many of the last periods must be breaching. Defaults to the last one. */
  datapoints?: [breaching: number, of: number];
};

type Source = { logGroup: ILogGroup; filterPattern: IFilterPattern };

/**
 * Alarms on what callers notice, and on limits that would affect them next. Only two composite alarms send
 * messages: `outage` if callers get errors, and `degraded` for everything else, which stays silent during an
 * outage. Each message names the alarms that caused it.
 */
export class Alarms extends Construct {
  /** The metric alarms of an outage, for CloudFormation's rollback triggers. */
  readonly outageAlarms: IAlarm[];
  private readonly props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.props = props;
    const { addresses } = props;
    this.outageAlarms = [
      ...addresses.map((address) => this.serverErrors(address)),
      this.authorizerFailures(),
    ];
    const outage = this.composite('outage', 'Callers get errors', this.outageAlarms);
    this.composite(
      'degraded',
      'Callers wait or are refused, or a limit is near',
      [
        ...addresses.map((address) => this.latency(address)),
        this.refusedCalls(),
        this.accountConcurrency(),
        ...this.table(),
        this.auditEntries(),
        this.auditDelay(),
        this.logFlood(),
        this.failedJobs(),
      ],
      outage,
    );
  }

  /**
   * API Gateway records a 0 or a 1 for each request, so the average is the share of failed requests. Requiring
   * three of five minutes replaces a minimum number of requests: a single failure at night is not an outage,
   * but one every minute is.
   */
  private serverErrors({ api, restApi }: RestAddress): IAlarm {
    return this.alarm(`${api}-5xx`, {
      description: `More than 1 % of the requests to the ${api} address failed, in three of five minutes`,
      metric: restApi.metricServerError({ period: MINUTE, statistic: 'Average' }),
      threshold: 0.01,
      datapoints: [3, 5],
    });
  }

  /**
   * Lambda's error count is useless here, because it includes refused tokens, which are thrown as well. A
   * function that times out cannot log anything, so failures reported by API Gateway count too.
   */
  private authorizerFailures(): IAlarm {
    const { addresses, authorizerFunction } = this.props;
    return this.alarm('authorizer-failures', {
      description: 'Tokens could not be looked up: callers with good tokens got 500',
      metric: this.countedLines('AuthorizerFailures', [
        {
          logGroup: authorizerFunction.function.logGroup,
          filterPattern: FilterPattern.stringValue('$.message', '=', AUTHORIZER_FAILED),
        },
        ...addresses.map(({ accessLogs }) => ({
          logGroup: accessLogs,
          filterPattern: FilterPattern.any(
            FilterPattern.stringValue('$.error', '=', 'AUTHORIZER_FAILURE'),
            FilterPattern.stringValue('$.error', '=', 'AUTHORIZER_CONFIGURATION_ERROR'),
          ),
        })),
      ]),
      threshold: AUTHORIZER_FAILURE_LINES,
    });
  }

  private latency({ api, restApi }: RestAddress): IAlarm {
    return this.alarm(`${api}-latency`, {
      description: `The slowest 1 % of the requests to the ${api} address took over ${SLOW_MS[api] / 1_000} s for 15 minutes`,
      metric: restApi.metricLatency({ period: PERIOD, statistic: 'p99' }),
      threshold: SLOW_MS[api],
      datapoints: [3, 3],
    });
  }

  /**
   * API Gateway has no metric for throttled requests. A 429 without a gateway error comes from a function and
   * concerns only its caller, so it does not count.
   */
  private refusedCalls(): IAlarm {
    const filterPattern = FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.error', '!=', '-'),
    );
    return this.alarm('refused-calls', {
      description: `API Gateway refused more than ${REFUSED_CALLS} requests in five minutes with 429, whoever sent them`,
      metric: this.countedLines(
        'RefusedCalls',
        this.props.addresses.map(({ accessLogs }) => ({ logGroup: accessLogs, filterPattern })),
      ),
      threshold: REFUSED_CALLS,
    });
  }

  /** `ClaimedAccountConcurrency` includes reserved concurrency, but `SERVICE_QUOTA` needs the other metric. */
  private accountConcurrency(): IAlarm {
    return this.alarm('account-concurrency', {
      description: `More than ${CONCURRENCY_PERCENT} % of the account's concurrent calls are in use or reserved`,
      metric: new MathExpression({
        expression: '100 * claimed / SERVICE_QUOTA(running)',
        usingMetrics: {
          claimed: lambdaMetric('ClaimedAccountConcurrency'),
          running: lambdaMetric('ConcurrentExecutions'),
        },
        period: PERIOD,
        label: 'Concurrency (%)',
      }),
      threshold: CONCURRENCY_PERCENT,
    });
  }

  private table(): IAlarm[] {
    const { table } = this.props;
    return [
      this.alarm('table-throttles', {
        description: 'DynamoDB throttled requests to the table, in two of three periods of five minutes',
        metric: throttles((name) => tableMetric(table, name)),
        threshold: 0,
        datapoints: [2, 3],
      }),
      this.alarm('index-throttles', {
        description: 'DynamoDB throttled requests to the index, in two of three periods of five minutes',
        metric: throttles((name) => indexMetric(table, name)),
        threshold: 0,
        datapoints: [2, 3],
      }),
      this.alarm('transaction-conflicts', {
        description: `Over ${CONFLICT_LIMITS.percent} conflicts for 100 transactions, in two of three periods of five minutes`,
        metric: this.conflicts(),
        threshold: CONFLICT_LIMITS.percent,
        datapoints: [2, 3],
      }),
    ];
  }

  /**
   * Conflicts for 100 successful transactions, or 0 if they are few. A number alone would not do: the more chats a bot
   * has, the more of its transactions meet, and callers notice nothing as long as retries succeed. Without any success,
   * DynamoDB has no data, and each conflict counts in full.
   */
  private conflicts(): IMetric {
    return new MathExpression({
      expression: `IF(FILL(conflicts, 0) > ${CONFLICT_LIMITS.count}, 100 * FILL(conflicts, 0) / FILL(transactions, 1), 0)`,
      usingMetrics: {
        conflicts: tableMetric(this.props.table, 'TransactionConflict'),
        transactions: successfulTransactions(this.props.table),
      },
      period: PERIOD,
      label: 'Conflicts (%)',
    });
  }

  /** The queue holds records that the audit writer has given up on, until an operator purges it. */
  private auditEntries(): IAlarm {
    return this.alarm('audit-entries', {
      description: 'Changes could not be entered into the audit trail',
      metric: this.props.auditWriter.failures.metricApproximateNumberOfMessagesVisible({
        period: PERIOD,
        statistic: 'Maximum',
      }),
      threshold: 0,
    });
  }

  /**
   * Warns before `auditEntries`, because the writer retries for twelve hours before it gives a record up. Uses three periods, because
   * `degraded` sends nothing for an alarm that ends within five minutes, and a writer that waits between retries reports nothing.
   */
  private auditDelay(): IAlarm {
    return this.alarm('audit-delay', {
      description: `Changes reached the audit trail more than ${AUDIT_DELAY_MINUTES} minutes late`,
      metric: this.props.auditWriter.metricDelay(),
      threshold: AUDIT_DELAY_MINUTES * 60_000,
      datapoints: [1, 3],
    });
  }

  private logFlood(): IAlarm {
    return this.alarm('log-flood', {
      description: `Clients were refused more than ${LOG_FLOOD_ENTRIES} log entries in five minutes`,
      metric: businessMetric(METRICS.logEntriesRefused, this.props.config),
      threshold: LOG_FLOOD_ENTRIES,
    });
  }

  /**
   * Counts only executions that failed after an hour and a half of retries: a job that fails for a reason of
   * its own ends its execution normally. Uses three periods, because `degraded` sends nothing for an alarm that
   * ends within five minutes.
   */
  private failedJobs(): IAlarm {
    return this.alarm('failed-jobs', {
      description: 'A job was given up after its function had failed for an hour and a half',
      metric: this.props.jobs.metricFailed(),
      threshold: 0,
      datapoints: [1, 3],
    });
  }

  private alarm(id: string, { description, metric, threshold, datapoints = [1, 1] }: Condition): IAlarm {
    const alarm = new Alarm(this, id, {
      alarmName: this.getAlarmName(id),
      alarmDescription: description,
      metric,
      threshold,
      datapointsToAlarm: datapoints[0],
      evaluationPeriods: datapoints[1],
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Metrics have no data points while the service is idle, which is not a problem.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    pinLogicalId(alarm, `${toLogicalId(id)}Alarm`);
    return alarm;
  }

  private composite(id: string, alarmDescription: string, alarms: IAlarm[], silencer?: IAlarm): IAlarm {
    const alarm = new CompositeAlarm(this, id, {
      compositeAlarmName: this.getAlarmName(id),
      alarmDescription,
      alarmRule: AlarmRule.anyOf(...alarms.map((of) => AlarmRule.fromAlarm(of, AlarmState.ALARM))),
      ...(silencer && {
        actionsSuppressor: silencer,
        actionsSuppressorWaitPeriod: BEFORE_OUTAGE,
        actionsSuppressorExtensionPeriod: AFTER_OUTAGE,
      }),
    });
    pinLogicalId(alarm, `${toLogicalId(id)}Alarm`);
    alarm.addAlarmAction(new SnsAction(this.props.topic));
    alarm.addOkAction(new SnsAction(this.props.topic));
    return alarm;
  }

  /** Creates metric filters that count lines of several log groups in one metric. */
  private countedLines(id: string, sources: Source[]): Metric {
    const metricName = `${id}-${this.props.config.stage}`;
    sources.forEach((source, index) => {
      new MetricFilter(this, `${id}${index}`, { ...source, metricNamespace: METRIC_NAMESPACE, metricName });
    });
    return new Metric({ namespace: METRIC_NAMESPACE, metricName, statistic: 'Sum', period: PERIOD });
  }

  private getAlarmName(id: string): string {
    return `bots-${this.props.config.stage}-${id}`;
  }
}

function throttles(metric: (name: string) => Metric): MathExpression {
  return sumOfAll({ reads: metric('ReadThrottleEvents'), writes: metric('WriteThrottleEvents') });
}

/**
 * Adds up metrics that have data points only when something happens. Filled with zeros, because an alarm on
 * DynamoDB metrics may otherwise keep its state: according to the API reference it ignores missing data, and
 * according to the user guide `treatMissingData` prevents that.
 */
function sumOfAll(usingMetrics: Record<string, IMetric>): MathExpression {
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics,
    period: PERIOD,
  });
}
