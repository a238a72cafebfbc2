import { referenceIn, type Template } from './template.ts';

/*
 * A small model of CloudWatch: metrics with samples by the minute, and the alarms of a template that watch
 * them. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 *
 * It is stricter than CloudWatch in one way: CloudWatch may look further back than the evaluated periods for
 * data points, and can then fire earlier.
 */

/** Samples of each metric, by minute. */
export type Samples = Map<string, number[][]>;

export type Message = { minute: number; alarm: string; state: 'ALARM' | 'OK' };

/** The limit that SERVICE_QUOTA returns. */
export const CONCURRENCY_LIMIT = 1_000;

type Metric = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type Query = {
  Id: string;
  Expression?: string;
  ReturnData?: boolean;
  MetricStat?: { Metric: Metric; Period: number; Stat: string };
};

/** `AWS/ApiGateway 5XXError ApiName=bots-qa-chat` */
export function metricKey({ Namespace, MetricName, Dimensions = [] }: Metric): string {
  const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).toSorted();
  return [Namespace, MetricName, ...dimensions].join(' ');
}

/** The state of each alarm at the end of each minute, keyed by its name without `bots-<stage>-`. */
export function alarmStates(template: Template, samples: Samples, minutes: number): Map<string, boolean[]> {
  const byLogicalId = new Map<string, boolean[]>();
  const byName = new Map<string, boolean[]>();
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type !== 'AWS::CloudWatch::Alarm') continue;
    const states = metricAlarmStates(Properties, samples, minutes);
    byLogicalId.set(id, states);
    byName.set(shortName(Properties), states);
  }
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type !== 'AWS::CloudWatch::CompositeAlarm') continue;
    const children = getChildAlarms(Properties).map((id) => byLogicalId.get(id) ?? []);
    byName.set(
      shortName(Properties),
      Array.from({ length: minutes }, (_, minute) => children.some((states) => states[minute])),
    );
  }
  return byName;
}

/**
 * The messages that the topic receives: state changes of alarms with actions, except those that another alarm
 * suppresses.
 */
export function messages(template: Template, samples: Samples, minutes: number): Message[] {
  const states = alarmStates(template, samples, minutes);
  return Object.values(template.Resources)
    .filter(({ Type, Properties }) => /^AWS::CloudWatch::\w*Alarm$/.test(Type) && Properties.AlarmActions)
    .flatMap(({ Properties }) => {
      const alarm = shortName(Properties);
      const own = states.get(alarm) ?? [];
      const isSuppressed = suppression(template, Properties, states);
      let told = false;
      return own.flatMap((state, minute): Message[] => {
        if (state === told || isSuppressed(minute)) return [];
        // Waits in case the suppressing alarm goes off too.
        const wait = (Properties.ActionsSuppressorWaitPeriod ?? 0) / 60;
        if (state && wait > 0 && !own.slice(Math.max(0, minute - wait), minute + 1).every(Boolean)) return [];
        told = state;
        return [{ minute, alarm, state: state ? 'ALARM' : 'OK' }];
      });
    })
    .toSorted((a, b) => a.minute - b.minute);
}

function suppression(
  template: Template,
  // biome-ignore lint/suspicious/noExplicitAny: a template is untyped
  { ActionsSuppressor, ActionsSuppressorExtensionPeriod = 0 }: any,
  states: Map<string, boolean[]>,
): (minute: number) => boolean {
  const suppressor = template.Resources[referenceIn(ActionsSuppressor) ?? ''];
  if (!suppressor) return () => false;
  const suppressing = states.get(shortName(suppressor.Properties)) ?? [];
  const extension = ActionsSuppressorExtensionPeriod / 60;
  return (minute) => suppressing.slice(Math.max(0, minute - extension), minute + 1).some(Boolean);
}

// biome-ignore lint/suspicious/noExplicitAny: a template is untyped
function metricAlarmStates(properties: any, samples: Samples, minutes: number): boolean[] {
  const { EvaluationPeriods, DatapointsToAlarm, Threshold, ComparisonOperator, TreatMissingData } =
    properties;
  expectOnly(ComparisonOperator, 'GreaterThanThreshold');
  expectOnly(TreatMissingData, 'notBreaching');
  const { period, valueAt } = readMetric(properties, samples);
  let isAlarm = false;
  return Array.from({ length: minutes }, (_, minute) => {
    // Only complete periods count.
    if ((minute + 1) % period === 0) {
      const values = Array.from({ length: EvaluationPeriods }, (_, back) =>
        valueAt(minute + 1 - (back + 1) * period),
      );
      isAlarm =
        values.filter((value) => value !== undefined && value > Threshold).length >= DatapointsToAlarm;
    }
    return isAlarm;
  });
}

/** Returns the value of the period that starts at this minute. Undefined if it has no data. */
type ValueAt = (minute: number) => number | undefined;

// biome-ignore lint/suspicious/noExplicitAny: a template is untyped
function readMetric(properties: any, samples: Samples): { period: number; valueAt: ValueAt } {
  const read = (metric: Metric, period: number, statistic: string): ValueAt => {
    const byMinute = samples.get(metricKey(metric)) ?? [];
    return (minute) =>
      minute < 0 ? undefined : aggregate(byMinute.slice(minute, minute + period).flat(), statistic);
  };
  if (!properties.Metrics) {
    const period = properties.Period / 60;
    return {
      period,
      valueAt: read(properties, period, properties.Statistic ?? properties.ExtendedStatistic),
    };
  }
  const queries: Query[] = properties.Metrics;
  const inputs = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, MetricStat.Period / 60, MetricStat] as const] : [],
  );
  const [period = 0, ...otherPeriods] = new Set(inputs.map(([, minutes]) => minutes));
  expectOnly(otherPeriods.length, 0);
  const expression = queries.find(({ Expression, ReturnData }) => Expression && ReturnData)?.Expression ?? '';
  const reads = inputs.map(([id, , { Metric, Stat }]) => [id, read(Metric, period, Stat)] as const);
  return {
    period,
    valueAt: (minute) =>
      evaluate(expression, Object.fromEntries(reads.map(([id, valueAt]) => [id, valueAt(minute)]))),
  };
}

/**
 * Evaluates metric math consisting of numbers, FILL, IF and SERVICE_QUOTA. If a value is missing, so is the result.
 */
function evaluate(expression: string, values: Record<string, number | undefined>): number | undefined {
  const numbers = Object.values(values).map((value) => value ?? Number.NaN);
  const compute = new Function('FILL', 'IF', 'SERVICE_QUOTA', ...Object.keys(values), `return ${expression}`);
  const result: number = compute(
    (value: number, filling: number) => (Number.isNaN(value) ? filling : value),
    (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
    () => CONCURRENCY_LIMIT,
    ...numbers,
  );
  return Number.isNaN(result) ? undefined : result;
}

function aggregate(samples: number[], statistic: string): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  const percentile = /^p(\d+)$/.exec(statistic)?.[1];
  if (percentile) {
    const rank = Math.ceil((Number(percentile) / 100) * samples.length);
    return samples.toSorted((a, b) => a - b)[rank - 1];
  }
  if (statistic === 'Sum') return sum;
  if (statistic === 'SampleCount') return samples.length;
  if (statistic === 'Average') return sum / samples.length;
  expectOnly(statistic, 'Maximum');
  return Math.max(...samples);
}

/** Returns the logical ids of the alarms that a composite alarm combines with OR. */
export function getChildAlarms({ AlarmRule }: { AlarmRule: { 'Fn::Join': [string, unknown[]] } }): string[] {
  const parts = AlarmRule['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : '_')).join('');
  if (!/^\(?ALARM\("_"\)( OR ALARM\("_"\))*\)?$/.test(text)) throw new Error(`Not modelled: ${text}`);
  return parts.flatMap((part) => referenceIn(part) ?? []);
}

function shortName({ AlarmName }: { AlarmName: string }): string {
  return AlarmName.replace(/^bots-[a-z]+-/, '');
}

function expectOnly(value: unknown, known: unknown): void {
  if (value !== known) throw new Error(`Not modelled: ${value}`);
}
