import type { Api } from '#lib/platform/http/contract.ts';
import { metricKey, type Samples } from './alarm-model.ts';
import { getResources, type Resource, referenceIn, type Template } from './template.ts';

/** The relevant properties of a request that API Gateway has responded to. */
export type Call = {
  status?: number;
  latencyMs?: number;
  /** Type of the gateway response, if no function responded. */
  gatewayError?: string;
};

type Address = { name: string; logGroupId: string; format: string };

/**
 * What happens to a service, minute by minute, as metrics: those of AWS, and those that metric filters derive
 * from logs.
 */
export class ServiceDay {
  readonly samples: Samples = new Map();
  private readonly template: Template;
  private readonly addresses: Record<Api, Address>;
  private readonly filters: Resource[];

  constructor(template: Template) {
    this.template = template;
    this.addresses = {
      management: findAddress(template, 'management'),
      chat: findAddress(template, 'chat'),
    };
    this.filters = getResources(template, 'AWS::Logs::MetricFilter').map(([, filter]) => filter);
  }

  /** Records a request: three metrics of API Gateway, and a line in the access log. */
  call(minute: number, api: Api, { status = 200, latencyMs = 50, gatewayError = '-' }: Call = {}): this {
    const { name, logGroupId, format } = this.addresses[api];
    const Dimensions = [{ Name: 'ApiName', Value: name }];
    for (const [MetricName, sample] of Object.entries({
      Count: 1,
      '5XXError': status >= 500 ? 1 : 0,
      '4XXError': status >= 400 && status < 500 ? 1 : 0,
      Latency: latencyMs,
    })) {
      this.sample(minute, { Namespace: 'AWS/ApiGateway', MetricName, Dimensions }, sample);
    }
    const context: Record<string, unknown> = {
      '$context.status': status,
      '$context.error.responseType': gatewayError,
      '$context.responseLatency': latencyMs,
    };
    const line = format.replace(/\$context[\w.]+/g, (variable: string) => String(context[variable] ?? '-'));
    return this.log(minute, logGroupId, line);
  }

  /** Records a line logged by a function. */
  functionLine(minute: number, functionId: string, line: object): this {
    const group = this.template.Resources[functionId]?.Properties.LoggingConfig.LogGroup;
    return this.log(minute, referenceIn(group) ?? '', JSON.stringify(line));
  }

  sample(minute: number, metric: Parameters<typeof metricKey>[0], sample: number): this {
    const key = metricKey(metric);
    const byMinute = this.samples.get(key) ?? [];
    while (byMinute.length <= minute) byMinute.push([]);
    byMinute[minute]?.push(sample);
    this.samples.set(key, byMinute);
    return this;
  }

  private log(minute: number, logGroupId: string, line: string): this {
    if (!this.template.Resources[logGroupId]) throw new Error(`There is no log group ${logGroupId}`);
    const fields = JSON.parse(line);
    for (const { Properties } of this.filters) {
      const { LogGroupName, FilterPattern, MetricTransformations } = Properties;
      if (referenceIn(LogGroupName) !== logGroupId || !matches(FilterPattern, fields)) continue;
      for (const { MetricName, MetricNamespace, MetricValue } of MetricTransformations) {
        this.sample(minute, { Namespace: MetricNamespace, MetricName }, Number(MetricValue));
      }
    }
    return this;
  }
}

/** Name, access log and log format of one of the two APIs. */
function findAddress(template: Template, api: Api): Address {
  const restApi = getResources(template, 'AWS::ApiGateway::RestApi').find(([, { Properties }]) =>
    Properties.Name.endsWith(`-${api}`),
  );
  const stage = getResources(template, 'AWS::ApiGateway::Stage').find(
    ([, { Properties }]) => referenceIn(Properties.RestApiId) === restApi?.[0],
  );
  if (!restApi || !stage) throw new Error(`There is no address ${api}`);
  const { Format, DestinationArn } = stage[1].Properties.AccessLogSetting;
  return { name: restApi[1].Properties.Name, logGroupId: referenceIn(DestinationArn) ?? '', format: Format };
}

/** Parses filter patterns for JSON lines that compare texts with a single kind of operator. */
function matches(pattern: string, fields: Record<string, unknown>): boolean {
  const inner = pattern.replace(/^\{ | \}$/g, '');
  const conditions = inner.split(/ && | \|\| /).map((condition) => {
    const [, field, operator, text] = /^\(?\$\.(\w+) (!?=) "([^"]*)"\)?$/.exec(condition) ?? [];
    if (field === undefined) throw new Error(`Not modelled: ${pattern}`);
    return (fields[field] === text) === (operator === '=');
  });
  return inner.includes(' && ') ? conditions.every(Boolean) : conditions.some(Boolean);
}
