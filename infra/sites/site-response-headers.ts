import { Duration, Stack } from 'aws-cdk-lib';
import { HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { HSTS_SECONDS } from '#lib/platform/http/gateway-responses.ts';
import type { Config } from '../config.ts';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';

export type SiteResponseHeadersProps = {
  /** Short name of what is served with these headers. */
  name: string;
  contentSecurityPolicy?: string;
  /** Headers besides those of every response. */
  headers?: Record<string, string>;
  /** Whether scripts of any other origin may load it. */
  isCrossOrigin?: boolean;
  config: Config;
};

/** Headers that a distribution adds to the responses of one of its behaviors. */
export class SiteResponseHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, props: SiteResponseHeadersProps) {
    super(scope, id);
    const { name, contentSecurityPolicy, headers = {}, isCrossOrigin = false, config } = props;
    this.policy = new ResponseHeadersPolicy(this, 'Policy', {
      // Names must be unique across all regions, so include the region.
      responseHeadersPolicyName: `bots-${config.stage}-${name}-${Stack.of(this).region}`,
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.seconds(HSTS_SECONDS), override: true },
        // Websites that a bot embeds or links to must not see which chat the visitor is in.
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        ...(contentSecurityPolicy !== undefined && {
          contentSecurityPolicy: { contentSecurityPolicy, override: true },
        }),
      },
      ...(isCrossOrigin && {
        corsBehavior: {
          accessControlAllowCredentials: false,
          accessControlAllowHeaders: ['*'],
          accessControlAllowMethods: ['GET', 'HEAD'],
          accessControlAllowOrigins: ['*'],
          originOverride: true,
        },
      }),
      ...(Object.keys(headers).length > 0 && {
        customHeadersBehavior: {
          customHeaders: Object.entries(headers).map(([header, value]) => ({
            header,
            value,
            override: true,
          })),
        },
      }),
    });
    pinLogicalId(this.policy, `${toLogicalId(name)}ResponseHeaders`);
  }
}
