import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';
import type { RestAddress } from '../api/rest-address.ts';
import { siteProof } from '../api/site-proof.ts';
import type { Config } from '../config.ts';
import { addDistributionRecords } from '../distribution-records.ts';

/** Longer than the longest timeout of a function, which is 26 s. */
const API_TIMEOUT = Duration.seconds(30);

/** Paths that lead to the API behind a site. */
export const API_PATHS = ['/v1/*', '/v2/*', '/v3/*', '/api/*'] as const;

/** Paths of calls that a function at the edge corrects, so that they begin with the stage. */
export const DOUBLE_SLASH_PATHS = '//*';

export type SiteDistributionProps = {
  comment: string;
  domainName: string | undefined;
  /** Whether the distribution also has all names of one label below the domain name. */
  hasLabels?: boolean;
  /** Other names, whose DNS is not the operator's. Their certificate must also have `domainName`. */
  customDomains?: { names: readonly string[]; certificateArn: string } | undefined;
  defaultBehavior: BehaviorOptions;
  behaviors: Record<string, BehaviorOptions>;
  config: Config;
};

/** The CloudFront distribution of one of the sites, with its own domain name if the operator gives one. */
export class SiteDistribution extends Construct {
  readonly distribution: Distribution;
  /** Origin of the site, such as `https://console.example.com`. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    super(scope, id);
    const {
      comment,
      domainName,
      hasLabels = false,
      customDomains,
      defaultBehavior,
      behaviors,
      config,
    } = props;
    const ownNames = domainName === undefined ? [] : [domainName, ...(hasLabels ? [`*.${domainName}`] : [])];
    const certificateArn = customDomains?.certificateArn ?? config.sitesCertificateArn;
    this.distribution = new Distribution(this, 'Distribution', {
      comment,
      defaultBehavior,
      additionalBehaviors: behaviors,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      // Not error pages, only times: without them, CloudFront would keep an error of the API for ten seconds.
      errorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      ...(domainName !== undefined &&
        certificateArn !== undefined && {
          domainNames: [...ownNames, ...(customDomains?.names ?? [])],
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
        }),
    });
    this.url = `https://${domainName ?? this.distribution.distributionDomainName}`;
    const records = domainName !== undefined && {
      Record: domainName,
      ...(hasLabels && { LabelsRecord: `*.${domainName}` }),
    };
    addDistributionRecords(this, this.distribution, records || {}, config);
    this.acknowledgeFindings(domainName);
  }

  private acknowledgeFindings(domainName: string | undefined): void {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.distribution).acknowledge({ id: `AwsSolutions::AwsSolutions-${id}`, reason });
    acknowledge('CFR1', 'Respondents and owners of bots may be anywhere.');
    acknowledge('CFR2', 'The firewalls are in front of the APIs. The files need none.');
    acknowledge(
      'CFR3',
      'The APIs log their requests. Logs of files hold addresses of people, and nobody reads them.',
    );
    if (domainName === undefined) {
      acknowledge('CFR4', 'The name is one that AWS gives, whose certificate has the TLS versions of AWS.');
    }
  }
}

/**
 * Returns an API as an origin, with the secret that tells it that a request came through the site.
 *
 * @param stagePath whether paths of the site lack the name of the stage, as those below `/api` do not
 */
export function apiOrigin(
  { api, restApi }: RestAddress,
  stagePath: 'added' | 'given',
  { managementDomainName, chatDomainName }: Config,
): IOrigin {
  const ownName = api === 'chat' ? chatDomainName : managementDomainName;
  const assigned = `${restApi.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  // A domain name of its own takes paths with the stage and without.
  const isAdded = ownName === undefined && stagePath === 'added';
  return new HttpOrigin(ownName ?? assigned, {
    ...(isAdded && { originPath: `/${restApi.deploymentStage.stageName}` }),
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    readTimeout: API_TIMEOUT,
    customHeaders: { [SITE_HEADERS.proof]: siteProof() },
  });
}

/** Passes everything on to the API, and keeps nothing. */
export function apiBehavior(
  origin: IOrigin,
  rest: Pick<BehaviorOptions, 'functionAssociations' | 'responseHeadersPolicy'>,
): BehaviorOptions {
  return {
    ...rest,
    origin,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachedMethods: CachedMethods.CACHE_GET_HEAD,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // Not the host: API Gateway finds the API by it.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    // API Gateway compresses its responses.
    compress: false,
  };
}
