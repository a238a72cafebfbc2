import { Annotations, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  FunctionEventType,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import type { ConsoleConfig } from '#apps/console/session/console-config.ts';
import type { BuiltSites } from '#apps/sites/build-sites.ts';
import type { Site } from '#apps/sites/site-file.ts';
import {
  BOTS_PERMISSIONS,
  CONSOLE_PERMISSIONS,
  consolePolicy,
  previewFramePolicy,
} from '#apps/sites/site-headers.ts';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';
import type { RestAddress } from '../api/rest-address.ts';
import { type Config, getCustomDomains, getSignInOrigins } from '../config.ts';
import type { FilesReference } from '../functions/files-reference.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import { EdgeFunction, type EdgeFunctionProps } from './edge-function.ts';
import {
  API_PATHS,
  apiBehavior,
  apiOrigin,
  DOUBLE_SLASH_PATHS,
  SiteDistribution,
} from './site-distribution.ts';
import { SiteFiles } from './site-files.ts';
import { SiteResponseHeaders, type SiteResponseHeadersProps } from './site-response-headers.ts';

export type SitesProps = {
  built: BuiltSites;
  management: RestAddress;
  chat: RestAddress;
  /** Bucket of files. Absent if the service stores none. */
  files: FilesReference | undefined;
  config: Config;
};

/**
 * The two sites: the console with the management API, and bots' pages, the embed and the chat API. Each API is at the
 * origin of its site, so that browsers send no preflights. Bots run their authors' scripts, so the two never share an
 * origin: see decision 42.
 */
export class Sites extends Construct {
  private readonly config: Config;
  private readonly files: SiteFiles;
  private readonly access: S3OriginAccessControl;

  constructor(scope: Construct, id: string, { built, management, chat, files, config }: SitesProps) {
    super(scope, id);
    this.config = config;
    this.files = new SiteFiles(this, 'Files', { files: built.files, config });
    this.access = new S3OriginAccessControl(this, 'Access', { originAccessControlName: this.named('sites') });
    pinLogicalId(this.access, 'SitesAccess');

    const asks = this.edgeFunction('add-viewer', 'Tells the API who asks, and where');
    const api = this.responseHeaders({ name: 'site-api' });
    const apiBehaviors = (address: RestAddress, functionAssociations: typeof asks) => {
      const apiRest = { functionAssociations, responseHeadersPolicy: api };
      const [added, given] = [apiOrigin(address, 'added', config), apiOrigin(address, 'given', config)];
      return {
        ...Object.fromEntries(
          API_PATHS.map((path) => [path, apiBehavior(path === '/api/*' ? given : added, apiRest)]),
        ),
        ...(address === chat && { [DOUBLE_SLASH_PATHS]: apiBehavior(given, apiRest) }),
      };
    };

    const consoleSite = new SiteDistribution(this, 'Console', {
      comment: `bots-${config.stage}: the console and the management API`,
      domainName: config.consoleDomainName,
      defaultBehavior: {
        ...this.fileBehavior('console'),
        functionAssociations: this.edgeFunction(
          'find-console-file',
          'Leads pages of the console to its document',
        ),
        responseHeadersPolicy: this.responseHeaders({
          name: 'site-console',
          // Without a domain name of its own, the other distribution's name is not known yet when this one is made.
          contentSecurityPolicy: consolePolicy({
            bots: config.botsDomainName === undefined ? 'https:' : `https://${config.botsDomainName}`,
            identityProvider: getSignInOrigins(config),
            uploads: files?.uploadOrigin,
          }),
          headers: {
            'Permissions-Policy': CONSOLE_PERMISSIONS,
            // If a bot's script opens the console, it must not get a handle on that window.
            'Cross-Origin-Opener-Policy': 'same-origin',
          },
        }),
      },
      behaviors: apiBehaviors(management, asks),
      config,
    });

    const origins = { console: consoleSite.url };
    const passesOn = this.edgeFunction('pass-on', 'Gives no file to a service worker');
    const shared = {
      ...this.fileBehavior('bots'),
      functionAssociations: passesOn,
      responseHeadersPolicy: this.responseHeaders({
        name: 'site-shared',
        isCrossOrigin: true,
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      }),
    };
    const customDomains = getCustomDomains(config);
    const bots = new SiteDistribution(this, 'Bots', {
      comment: `bots-${config.stage}: pages of bots, the embed and the chat API`,
      domainName: config.botsDomainName,
      hasLabels: config.workspaceOrigins,
      customDomains,
      defaultBehavior: this.botPageBehavior(chat, [
        ...(customDomains === undefined
          ? asks
          : this.edgeFunction('find-bot-page', 'Leads pages at custom domains to their bots', {
              values: { CUSTOM_DOMAINS: customDomains.names },
            })),
        ...(config.workspaceOrigins
          ? this.edgeFunction('add-query', 'Adds the query to redirects of pages', {
              eventType: FunctionEventType.VIEWER_RESPONSE,
            })
          : []),
      ]),
      behaviors: {
        ...apiBehaviors(
          chat,
          this.edgeFunction(
            'correct-call',
            'Corrects calls of the chat API, and tells it who asks, and where',
          ),
        ),
        '/embed.js': shared,
        '/_assets/*': shared,
        '/_preview-frame': {
          ...this.fileBehavior('bots'),
          functionAssociations: passesOn,
          responseHeadersPolicy: this.responseHeaders({
            name: 'site-preview-frame',
            contentSecurityPolicy: previewFramePolicy(built.previewFrameScript, origins),
            headers: { 'Permissions-Policy': BOTS_PERMISSIONS },
          }),
        },
      },
      config,
    });

    this.files.addJson('console/_config.json', {
      botsUrl: bots.url,
      ...(config.workspaceOrigins && { hasWorkspaceOrigins: true }),
      ...(config.oidcIssuer !== undefined &&
        config.oidcClientId !== undefined && {
          signIn: {
            issuer: config.oidcIssuer,
            clientId: config.oidcClientId,
            ...(config.oidcWorkspaceId !== undefined && { workspaceId: config.oidcWorkspaceId }),
          },
        }),
      ...(config.googleClientId !== undefined && { google: { clientId: config.googleClientId } }),
      ...(files && { hasFiles: true }),
    } satisfies ConsoleConfig);
    new CfnOutput(this, 'ConsoleUrl', { value: consoleSite.url }).overrideLogicalId('ConsoleUrl');
    new CfnOutput(this, 'BotsUrl', { value: bots.url }).overrideLogicalId('BotsUrl');
    this.announceWorkspaceOrigins();
    if (customDomains) {
      // Their DNS belongs to whoever owns them.
      new CfnOutput(this, 'CustomDomainsTarget', { value: customDomains.target }).overrideLogicalId(
        'CustomDomainsTarget',
      );
    }
    new CfnOutput(this, 'SitesBucketName', { value: this.files.bucket.bucketName }).overrideLogicalId(
      'SitesBucketName',
    );
  }

  /** Says in the diff, and before a deployment, what turning the option on costs those who have used bots' pages. */
  private announceWorkspaceOrigins(): void {
    const { workspaceOrigins, botsDomainName } = this.config;
    if (!workspaceOrigins) return;
    const description =
      `Pages of bots are at <label>.${botsDomainName}. When this is turned on, they forget their visitors, ` +
      'whose chats begin anew. Embeds in websites forget nothing';
    new CfnOutput(this, 'WorkspaceOrigins', {
      description,
      value: `https://*.${botsDomainName}`,
    }).overrideLogicalId('WorkspaceOrigins');
    Annotations.of(this).addInfoV2('bots:workspaceOrigins', `${description}.`);
  }

  /** CloudFront names must be unique across all regions, so include the region. */
  private named(name: string): string {
    return `bots-${this.config.stage}-${name}-${Stack.of(this).region}`;
  }

  private responseHeaders(props: Omit<SiteResponseHeadersProps, 'config'>) {
    return new SiteResponseHeaders(this, `Headers-${props.name}`, { ...props, config: this.config }).policy;
  }

  private edgeFunction(
    file: string,
    comment: string,
    rest: Pick<EdgeFunctionProps, 'values' | 'eventType'> = {},
  ) {
    return [new EdgeFunction(this, file, { file, comment, ...rest, config: this.config }).association];
  }

  /** Files say themselves how long they may be kept. */
  private fileBehavior(site: Site): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.files.bucket, {
        originAccessControl: this.access,
        originPath: `/${site}`,
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
  }

  /**
   * The edge keeps a bot's page for a minute, the same for everyone who asks for it at the same host: the query is for the
   * page's script alone.
   */
  private botPageBehavior(
    chat: RestAddress,
    functionAssociations: NonNullable<BehaviorOptions['functionAssociations']>,
  ): BehaviorOptions {
    const cachePolicy = new CachePolicy(this, 'BotPageCache', {
      cachePolicyName: this.named('bot-page'),
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      cookieBehavior: CacheCookieBehavior.none(),
      // A path can be a page at one name, and another page, a redirect or nothing at another.
      headerBehavior: CacheHeaderBehavior.allowList(SITE_HEADERS.host),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
    pinLogicalId(cachePolicy, 'BotPageCachePolicy');
    const originRequestPolicy = new OriginRequestPolicy(this, 'BotPageRequest', {
      originRequestPolicyName: this.named('bot-page'),
      cookieBehavior: OriginRequestCookieBehavior.none(),
      // An error is a page for browsers. Errors are not kept, so they need not differ in the cache.
      // The host is part of the cache key, and so of the request.
      headerBehavior: OriginRequestHeaderBehavior.allowList('Accept', SITE_HEADERS.address),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
    });
    pinLogicalId(originRequestPolicy, 'BotPageRequestPolicy');
    return {
      origin: apiOrigin(chat, 'added', this.config),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy,
      originRequestPolicy,
      functionAssociations,
      responseHeadersPolicy: this.responseHeaders({
        name: 'site-bot-page',
        headers: { 'Permissions-Policy': BOTS_PERMISSIONS },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
  }
}
