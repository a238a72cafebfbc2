import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { ErrorCode } from '#lib/platform/errors/service-error.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { RESPONSE_HEADERS } from '#lib/platform/http/gateway-responses.ts';
import type { Config } from '../config.ts';
import { gatewayCorsHeaders } from './gateway-responses.ts';

/** Blocks callers who send more than a number of requests within a period. */
export type RateLimit = {
  name: string;
  requests: number;
  /** The period up to now in which requests are counted. AWS WAF only supports these values. */
  seconds: 60 | 120 | 300 | 600;
  /** Requests that are counted, and their grouping by caller. */
  counts: Omit<CfnWebACL.RateBasedStatementProperty, 'limit' | 'evaluationWindowSec'>;
  /** Message that tells blocked callers which limit they have exceeded. */
  message: string;
};

/** Blocks requests that meet a condition. */
export type Refusal = {
  name: string;
  statement: CfnWebACL.StatementProperty;
  /** Message that tells the caller why. */
  message: string;
};

export type FirewallProps = {
  api: Api;
  restApi: SpecRestApi;
  /** Evaluated before the limits, which do not count what is refused here. */
  refusals?: readonly Refusal[];
  rateLimits: readonly RateLimit[];
  /** Rules to evaluate after the limits. */
  rules?: readonly Pick<CfnWebACL.RuleProperty, 'name' | 'statement' | 'overrideAction'>[];
  config: Config;
};

/**
 * AWS WAF for one of the two APIs. Callers above a rate limit get 429 and refused ones 403, in the envelope of all
 * errors.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, props: FirewallProps) {
    super(scope, id);
    const { api, restApi, refusals = [], rateLimits, rules = [], config } = props;
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `bots-${config.stage}-${metricName}`,
    });
    const headers = errorHeaders(api, config);
    const block = (responseCode: number, { name }: { name: string }, ...more: typeof headers) => ({
      block: {
        customResponse: { responseCode, customResponseBodyKey: name, responseHeaders: [...headers, ...more] },
      },
    });
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(api),
      // Keeps tokens out of sampled requests, and out of logs if the operator turns them on.
      dataProtectionConfig: {
        dataProtections: [
          { field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] }, action: 'SUBSTITUTION' },
        ],
      },
      customResponseBodies: Object.fromEntries([
        ...refusals.map(({ name, message }) => [name, toBody('FORBIDDEN', message)]),
        ...rateLimits.map(({ name, message }) => [name, toBody('TOO_MANY_REQUESTS', message)]),
      ]),
      rules: [
        ...refusals.map((refusal) => ({
          name: refusal.name,
          action: block(403, refusal),
          statement: refusal.statement,
        })),
        ...rateLimits.map(({ name, requests, seconds, counts }) => ({
          name,
          action: block(429, { name }, { name: 'Retry-After', value: String(seconds) }),
          statement: {
            rateBasedStatement: { ...counts, limit: requests, evaluationWindowSec: seconds },
          },
        })),
        ...rules,
      ].map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
  }
}

/** AWS WAF derives the content type from the body. */
function errorHeaders(api: Api, config: Config): { name: string; value: string }[] {
  const { 'content-type': _contentType, ...headers } = RESPONSE_HEADERS;
  return Object.entries({ ...headers, ...gatewayCorsHeaders(api, config) }).map(([name, value]) => ({
    name,
    value,
  }));
}

/** AWS WAF cannot put the request id into a body. API Gateway sends it in this header. */
function toBody(code: ErrorCode, message: string): CfnWebACL.CustomResponseBodyProperty {
  const envelope = { message, code, requestId: 'see x-amzn-RequestId' };
  return { contentType: 'APPLICATION_JSON', content: JSON.stringify(envelope) };
}
