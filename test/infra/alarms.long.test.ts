import { App, Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { AUTHORIZER_FAILED } from '#lib/platform/auth/authorizer-failure.ts';
import { breakingPoint, limits, transactionRates } from '#test/bench/scale-model.ts';
import {
  alarmStates,
  CONCURRENCY_LIMIT,
  getChildAlarms,
  messages,
} from '#test/support/deployed/alarm-model.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { ServiceDay } from '#test/support/deployed/service-day.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { getResources, referenceIn, type Template } from '#test/support/deployed/template.ts';
import { parseConfig } from '../../infra/config.ts';
import { AlarmTopic } from '../../infra/monitoring/alarm-topic.ts';

/** Synthesis takes seconds of CPU. */
const SYNTHESIS_MS = 120_000;

let template: Template;
let plain: Template;

beforeAll(async () => {
  ({ template } = await sharedAssembly(EVERY_OPTION));
  ({ template: plain } = await sharedAssembly());
}, 2 * SYNTHESIS_MS);

const HOUR = 60;
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Returns the alarms that go off, each with the number of minutes since the problem began. */
const fired = (day: ServiceDay, since = 0, length = HOUR): Record<string, number> =>
  Object.fromEntries(
    [...alarmStates(template, day.samples, length)]
      .map(([name, states]) => [name, states.indexOf(true)] as const)
      .filter(([, minute]) => minute !== -1)
      .map(([name, minute]) => [name, minute + 1 - since]),
  );

const table = (MetricName: string, index?: string) => ({
  Namespace: 'AWS/DynamoDB',
  MetricName,
  Dimensions: [
    { Name: 'TableName', Value: 'bots-qa' },
    ...(index === undefined ? [] : [{ Name: 'GlobalSecondaryIndexName', Value: index }]),
  ],
});

const transactions = {
  Namespace: 'AWS/DynamoDB',
  MetricName: 'SuccessfulRequestLatency',
  Dimensions: [
    { Name: 'TableName', Value: 'bots-qa' },
    { Name: 'Operation', Value: 'TransactWriteItems' },
  ],
};

/** Minutes with so many transactions that meet others, and so many that succeed. */
function conflictDay(conflicts: number, successes: number, length = HOUR): ServiceDay {
  const day = new ServiceDay(template);
  for (const minute of minutes(0, length)) {
    if (conflicts > 0) day.sample(minute, table('TransactionConflict'), conflicts);
    for (const _ of minutes(0, successes)) day.sample(minute, transactions, 7);
  }
  return day;
}

/** Chats a second at which one bot reaches a limit of the model. */
const breaksAt = (id: string) =>
  limits()
    .filter((limit) => limit.id === id)
    .map((limit) => breakingPoint(limit, 1))[0] ?? Number.NaN;

describe('quiet times', () => {
  it('a night without calls: nothing goes off', () => {
    expect(fired(new ServiceDay(template), 0, 8 * HOUR)).toEqual({});
    expect(messages(template, new ServiceDay(template).samples, 8 * HOUR)).toEqual([]);
  });

  it('a busy day with refused tokens, a few slow turns, failures under 1 % and conflicts: nothing goes off', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, HOUR)) {
      for (const index of minutes(0, 200)) {
        day.call(minute, 'chat', index === 0 ? { status: 503 } : { latencyMs: 200 });
      }
      day.call(minute, 'chat', { latencyMs: 28_000 });
      day.call(minute, 'management', { status: 401, gatewayError: 'UNAUTHORIZED' });
      day.call(minute, 'chat', { status: 429 });
      day.sample(minute, table('TransactionConflict'), 30);
      for (const _ of minutes(0, 1_000)) day.sample(minute, transactions, 7);
    }
    expect(fired(day)).toEqual({});
  });

  it('one failure at night: nothing goes off', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, HOUR)) {
      day.call(minute, 'chat', minute === 30 ? { status: 500 } : {});
    }
    day.functionLine(30, 'AuthorizerFunction', { message: AUTHORIZER_FAILED });
    day.call(30, 'management', { status: 500, gatewayError: 'AUTHORIZER_FAILURE' });
    expect(fired(day)).toEqual({});
  });
});

describe('callers get errors', () => {
  it.each(['management', 'chat'] as const)(
    'total outage of the %s address at one request a minute: after three minutes',
    (api) => {
      const day = new ServiceDay(template);
      for (const minute of minutes(0, HOUR)) day.call(minute, api, minute < 20 ? {} : { status: 503 });
      expect(fired(day, 20)).toEqual({ [`${api}-5xx`]: 3, outage: 3 });
    },
  );

  it('at one request every other minute: after five minutes', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 20)) if (minute % 2 === 0) day.call(minute, 'chat');
    for (const minute of minutes(20, HOUR)) if (minute % 2 === 0) day.call(minute, 'chat', { status: 500 });
    expect(fired(day, 20)).toEqual({ 'chat-5xx': 5, outage: 5 });
  });

  it('two requests in a hundred fail all the time: after three minutes', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, HOUR)) {
      for (const index of minutes(0, 100)) day.call(minute, 'chat', index < 2 ? { status: 502 } : {});
    }
    expect(fired(day)).toEqual({ 'chat-5xx': 3, outage: 3 });
  });

  it('the authorizer cannot read the table: an alarm that names it', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(20, HOUR)) {
      day.functionLine(minute, 'AuthorizerFunction', { level: 'ERROR', message: AUTHORIZER_FAILED });
      day.call(minute, 'management', { status: 500, gatewayError: 'AUTHORIZER_FAILURE' });
    }
    expect(fired(day, 20)).toEqual({ 'management-5xx': 3, 'authorizer-failures': 5, outage: 3 });
  });

  it.each(['AUTHORIZER_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR'])(
    'the authorizer is down and writes nothing (%s): the same alarm',
    (gatewayError) => {
      const day = new ServiceDay(template);
      for (const minute of minutes(20, HOUR)) day.call(minute, 'management', { status: 500, gatewayError });
      expect(fired(day, 20)).toEqual({ 'management-5xx': 3, 'authorizer-failures': 5, outage: 3 });
    },
  );
});

describe('callers wait or are refused, or a limit is near', () => {
  it.each([
    ['management', 11_000],
    ['chat', 16_000],
  ] as const)('slow calls of the %s address: after 15 minutes', (api, latencyMs) => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, HOUR)) {
      for (const index of minutes(0, 20)) day.call(minute, api, index === 0 ? { latencyMs } : {});
    }
    expect(fired(day)).toEqual({ [`${api}-latency`]: 15, degraded: 15 });
  });

  it('slow calls for ten minutes only: nothing goes off', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 10)) day.call(minute, 'chat', { latencyMs: 20_000 });
    for (const minute of minutes(10, HOUR)) day.call(minute, 'chat');
    expect(fired(day)).toEqual({});
  });

  it.each(['management', 'chat'] as const)('429s of the throttle of the %s address', (api) => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 5)) {
      for (const _ of minutes(0, 5)) day.call(minute, api, { status: 429, gatewayError: 'THROTTLED' });
    }
    expect(fired(day)).toEqual({ 'refused-calls': 5, degraded: 5 });
  });

  it('429s that a function sends to a caller who asks too much: nothing goes off', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 5)) {
      for (const _ of minutes(0, 50)) day.call(minute, 'chat', { status: 429 });
    }
    expect(fired(day)).toEqual({});
  });

  it('a job that was given up', () => {
    const day = new ServiceDay(template);
    const [machine] = getResources(template, 'AWS::StepFunctions::StateMachine');
    const alarm = Object.values(template.Resources).find(
      ({ Properties }) => Properties?.MetricName === 'ExecutionsFailed',
    );
    const { MetricName, Namespace, Dimensions } = alarm?.Properties ?? {};
    expect(JSON.stringify(Dimensions)).toContain(`:stateMachine:${machine?.[1].Properties.StateMachineName}`);
    day.sample(2, { MetricName, Namespace, Dimensions }, 1);
    expect(fired(day)).toEqual({ 'failed-jobs': 5, degraded: 5 });
    expect(messages(template, day.samples, HOUR).map(({ alarm, state }) => `${alarm} ${state}`)).toEqual([
      'degraded ALARM',
      'degraded OK',
    ]);
    expect(fired(new ServiceDay(template).sample(2, { MetricName, Namespace, Dimensions }, 0))).toEqual({});
  });

  it.each([
    [0.81, { 'account-concurrency': 5, degraded: 5 }],
    [0.79, {}],
  ])("concurrent calls at %d of the account's limit", (share, expected) => {
    const day = new ServiceDay(template);
    day.sample(2, { Namespace: 'AWS/Lambda', MetricName: 'ConcurrentExecutions' }, 10);
    day.sample(
      2,
      { Namespace: 'AWS/Lambda', MetricName: 'ClaimedAccountConcurrency' },
      share * CONCURRENCY_LIMIT,
    );
    expect(fired(day)).toEqual(expected);
  });

  it.each(['ReadThrottleEvents', 'WriteThrottleEvents'])('%s of the table and of the index', (name) => {
    for (const [index, alarm] of [
      [undefined, 'table-throttles'],
      ['gsi1', 'index-throttles'],
    ] as const) {
      const day = new ServiceDay(template);
      for (const minute of minutes(0, 10)) day.sample(minute, table(name, index), 1);
      expect(fired(day)).toEqual({ [alarm]: 10, degraded: 10 });
      // Without throttling there is no data, so the alarm ends.
      expect(alarmStates(template, day.samples, HOUR).get(alarm)?.at(-1)).toBe(false);
    }
  });

  it('one burst of throttles while the table grows: nothing goes off', () => {
    const day = new ServiceDay(template).sample(3, table('WriteThrottleEvents'), 500);
    expect(fired(day)).toEqual({});
  });

  it.each([
    ['most transactions meet others', 30, 40, { 'transaction-conflicts': 10, degraded: 10 }],
    ['none succeeds', 30, 0, { 'transaction-conflicts': 10, degraded: 10 }],
    ['over a quarter does', 30, 119, { 'transaction-conflicts': 10, degraded: 10 }],
    ['a quarter does', 30, 120, {}],
    ['a handful meets on a quiet table', 20, 1, {}],
    ['none meets', 0, 10, {}],
  ])('transactions: %s', (_, conflicts, successes, expected) => {
    expect(fired(conflictDay(conflicts, successes))).toEqual(expected);
  });

  it('transactions that met for ten minutes: the alarm ends', () => {
    const day = conflictDay(30, 0, 10);
    expect(alarmStates(template, day.samples, HOUR).get('transaction-conflicts')?.at(-1)).toBe(false);
  });

  it.each([
    ...[1, 6.25, 10, 30, 100].map((rate) => [rate, 1, false] as const),
    ['counters-partition', 1, false],
    ['conflicts', 1, true],
    [300, 1, true],
    [300, 1_000, false],
  ] as const)('conflicts of the model at %s chats a second on %d bots', (rate, bots, isAlarm) => {
    const chatsPerSecond = typeof rate === 'number' ? rate : breaksAt(rate);
    const { conflicts, successes } = transactionRates({ chatsPerSecond, bots });
    const day = conflictDay(60 * conflicts, Math.round(60 * successes), 10);
    expect(Object.keys(fired(day, 0, 10))).toEqual(isAlarm ? ['transaction-conflicts', 'degraded'] : []);
  });

  it('changes that could not be entered into the audit trail', () => {
    const [, alarm] =
      getResources(template, 'AWS::CloudWatch::Alarm').find(
        ([, { Properties }]) => Properties.AlarmName === 'bots-qa-audit-entries',
      ) ?? [];
    const { Namespace, MetricName, Dimensions } = alarm?.Properties ?? {};
    expect([Namespace, MetricName]).toEqual(['AWS/SQS', 'ApproximateNumberOfMessagesVisible']);
    const waiting = { Namespace, MetricName, Dimensions };
    expect(fired(new ServiceDay(template).sample(0, waiting, 1))).toEqual({
      'audit-entries': 5,
      degraded: 5,
    });
    expect(fired(new ServiceDay(template).sample(0, waiting, 0))).toEqual({});
  });

  it.each([
    [600_001, { 'audit-delay': 5, degraded: 5 }],
    [600_000, {}],
  ])('changes that reach the audit trail %d ms late', (delayMs, expected) => {
    const Dimensions = getResources(template, 'AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties.FunctionName === 'bots-qa-write-audit-entries')
      .map(([id]) => ({ Name: 'FunctionName', Value: { Ref: id } }));
    const delay = { Namespace: 'AWS/Lambda', MetricName: 'IteratorAge', Dimensions };
    expect(fired(new ServiceDay(template).sample(0, delay, delayMs))).toEqual(expected);
  });

  it('a flood of client logs', () => {
    const Dimensions = [
      { Name: 'service', Value: 'bots' },
      { Name: 'stage', Value: 'qa' },
    ];
    const flood = { Namespace: 'Bots', MetricName: 'LogEntriesRefused', Dimensions };
    expect(fired(new ServiceDay(template).sample(0, flood, 5_001))).toEqual({ 'log-flood': 5, degraded: 5 });
    expect(fired(new ServiceDay(template).sample(0, flood, 5_000))).toEqual({});
  });
});

describe('messages', () => {
  it('an outage with all that it causes is one message, and one when it is over', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 3 * HOUR)) {
      const isDown = minute >= 20 && minute < 80;
      for (const _ of minutes(0, 10)) {
        day.call(minute, 'chat', isDown ? { status: 504, latencyMs: 29_000 } : {});
        day.call(minute, 'management', isDown ? { status: 500, gatewayError: 'AUTHORIZER_FAILURE' } : {});
        if (isDown) day.call(minute, 'chat', { status: 429, gatewayError: 'THROTTLED' });
      }
      if (isDown) day.sample(minute, table('ReadThrottleEvents', 'gsi1'), 50);
    }
    const sent = messages(template, day.samples, 3 * HOUR);
    expect(sent.map(({ alarm, state }) => `${alarm} ${state}`)).toEqual(['outage ALARM', 'outage OK']);
    expect(sent[0]?.minute).toBe(22);
  });

  it('trouble without an outage is one message a few minutes later, and one when it is over', () => {
    const day = new ServiceDay(template);
    for (const minute of minutes(0, 30)) day.sample(minute, table('WriteThrottleEvents', 'gsi1'), 5);
    const sent = messages(template, day.samples, 2 * HOUR);
    expect(sent.map(({ alarm, state }) => `${alarm} ${state}`)).toEqual(['degraded ALARM', 'degraded OK']);
    expect(sent[0]?.minute).toBe(9 + 5);
  });

  it('come from two alarms only, which every other alarm belongs to', () => {
    const composites = getResources(template, 'AWS::CloudWatch::CompositeAlarm');
    const topics = new Set<string | undefined>();
    for (const [, { Properties }] of composites) {
      for (const actions of [Properties.AlarmActions, Properties.OKActions]) {
        expect(actions).toHaveLength(1);
        topics.add(referenceIn(actions));
      }
    }
    expect([...topics]).toEqual([getResources(template, 'AWS::SNS::Topic')[0]?.[0]]);
    const alarms = getResources(template, 'AWS::CloudWatch::Alarm');
    const children = composites.flatMap(([, { Properties }]) => getChildAlarms(Properties));
    expect(children.toSorted()).toEqual(alarms.map(([id]) => id).toSorted());
    for (const [, { Properties }] of alarms) {
      expect(Properties.AlarmActions ?? Properties.OKActions).toBeUndefined();
      expect(Properties.TreatMissingData).toBe('notBreaching');
    }
  });
});

describe('who is told', () => {
  const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:incidents';

  it('nobody by default, so nothing is there that costs anything', () => {
    for (const type of ['Alarm', 'CompositeAlarm']) {
      expect(getResources(plain, `AWS::CloudWatch::${type}`)).toEqual([]);
    }
    for (const type of ['AWS::SNS::Topic', 'AWS::Logs::MetricFilter', 'AWS::Budgets::Budget']) {
      expect(getResources(plain, type)).toEqual([]);
    }
  });

  it('with `alarms`: whoever subscribes to the topic, whose ARN is an output', () => {
    const stack = new Stack(new App(), 'bots-prod');
    new AlarmTopic(stack, 'AlarmTopic', { keyArn: undefined, config: parseConfig({ alarms: true }) });
    const open: Template = Assertions.fromStack(stack).toJSON() as Template;
    expect(getResources(open, 'AWS::SNS::Subscription')).toEqual([]);
    const [topic] = getResources(open, 'AWS::SNS::Topic');
    expect(open.Outputs.AlarmTopicArn?.Value).toEqual({ Ref: topic?.[0] });
  });

  it('with `alarmEmail`: that address too', () => {
    const [subscription] = getResources(template, 'AWS::SNS::Subscription');
    expect(subscription?.[1].Properties).toMatchObject({ Protocol: 'email', Endpoint: 'ops@example.com' });
  });

  it(
    "with `alarmTopicArn`: the operator's own topic, and no other",
    async () => {
      const { template: own } = await sharedAssembly({
        'bots:alarmTopicArn': TOPIC,
        'bots:monthlyBudgetUsd': '20',
      });
      expect(getResources(own, 'AWS::SNS::Topic')).toEqual([]);
      expect(own.Outputs.AlarmTopicArn?.Value).toBe(TOPIC);
      for (const [, { Properties }] of getResources(own, 'AWS::CloudWatch::CompositeAlarm')) {
        expect([Properties.AlarmActions, Properties.OKActions]).toEqual([[TOPIC], [TOPIC]]);
      }
      expect(JSON.stringify(getResources(own, 'AWS::Budgets::Budget'))).toContain(TOPIC);
    },
    SYNTHESIS_MS,
  );

  it('by a topic to which CloudWatch and AWS Budgets may publish', () => {
    const [policy] = getResources(template, 'AWS::SNS::TopicPolicy');
    expect(policy?.[1].Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });

  it('when a month costs more than its budget, or is expected to', () => {
    const [budget] = getResources(template, 'AWS::Budgets::Budget');
    const { Budget, NotificationsWithSubscribers } = budget?.[1].Properties ?? {};
    expect(Budget).toMatchObject({ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50 } });
    // A filter by tag would count nothing until the tag is activated for billing.
    expect(Budget.CostFilters ?? Budget.FilterExpression).toBeUndefined();
    const topic = getResources(template, 'AWS::SNS::Topic')[0]?.[0];
    for (const type of ['ACTUAL', 'FORECASTED']) {
      expect(NotificationsWithSubscribers).toContainEqual({
        Notification: expect.objectContaining({
          NotificationType: type,
          ComparisonOperator: 'GREATER_THAN',
          Threshold: 100,
          ThresholdType: 'PERCENTAGE',
        }),
        Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: topic } }],
      });
    }
  });
});
