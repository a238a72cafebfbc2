import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
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

export type FirewallProps = {
  api: Api;
  restApi: SpecRestApi;
  rateLimits: readonly RateLimit[];
  /** Rules to evaluate after the limits. */
  rules?: readonly Pick<CfnWebACL.RuleProperty, 'name' | 'statement' | 'overrideAction'>[];
  config: Config;
};

/** AWS WAF for one of the two APIs. Callers above a rate limit get 429 in the envelope of all errors. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { api, restApi, rateLimits, rules = [], config }: FirewallProps) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `bots-${config.stage}-${metricName}`,
    });
    const headers = rateLimitHeaders(api, config);
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
      customResponseBodies: Object.fromEntries(
        rateLimits.map(({ name, message }) => [
          name,
          { contentType: 'APPLICATION_JSON', content: JSON.stringify(rateLimitEnvelope(message)) },
        ]),
      ),
      rules: [
        ...rateLimits.map(({ name, requests, seconds, counts }) => ({
          name,
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: name,
                responseHeaders: [...headers, { name: 'Retry-After', value: String(seconds) }],
              },
            },
          },
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
function rateLimitHeaders(api: Api, config: Config): { name: string; value: string }[] {
  const { 'content-type': _contentType, ...headers } = RESPONSE_HEADERS;
  return Object.entries({ ...headers, ...gatewayCorsHeaders(api, config) }).map(([name, value]) => ({
    name,
    value,
  }));
}

/** AWS WAF cannot put the request id into a body. API Gateway sends it in this header. */
function rateLimitEnvelope(message: string): object {
  return { message, code: 'TOO_MANY_REQUESTS', requestId: 'see x-amzn-RequestId' };
}
