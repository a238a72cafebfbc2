import { beforeAll, describe, expect, it } from 'vitest';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import {
  type DistributionConfig,
  distributionModel,
  findBehavior,
  getDistribution,
  getKeyHeaders,
} from '#test/support/deployed/distribution-model.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';

let assembly: Assembly;
let complete: Assembly;
/** The sites under the names that AWS gives them. */
let nameless: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
  nameless = await sharedAssembly({ 'bots:sites': 'true' });
}, 180_000);

const SITES = ['Console', 'Bots'] as const;
const each = (check: (distribution: DistributionConfig, site: (typeof SITES)[number]) => void) => {
  for (const site of SITES) check(getDistribution(complete.template, site), site);
};
const get = (site: (typeof SITES)[number], path: string, headers: Record<string, string> = {}) =>
  distributionModel(complete, site)({ path, headers });

describe('the sites', () => {
  it('exist only if the operator wants them', () => {
    for (const type of ['AWS::CloudFront::Distribution', 'AWS::CloudFront::Function', 'AWS::S3::Bucket']) {
      expect(getResources(assembly.template, type)).toEqual([]);
    }
    expect(JSON.stringify(assembly.template)).not.toContain('SITE_PROOF');
  });

  it('have the names and the certificate of the operator, and records that lead there', () => {
    const names = SITES.map((site) => getDistribution(complete.template, site).Aliases);
    expect(names).toEqual([
      ['console.example.com'],
      ['bots.example.com', '*.bots.example.com', 'offers.acme.example', '*.custom.example'],
    ]);
    const records = getResources(complete.template, 'AWS::Route53::RecordSet').map(([, { Properties }]) => [
      Properties.Name,
      Properties.Type,
    ]);
    for (const name of ['console.example.com.', 'bots.example.com.', '*.bots.example.com.']) {
      expect(records).toContainEqual([name, 'A']);
      expect(records).toContainEqual([name, 'AAAA']);
    }
    expect(complete.template.Outputs.ConsoleUrl?.Value).toBe('https://console.example.com');
    expect(complete.template.Outputs.BotsUrl?.Value).toBe('https://bots.example.com');
  });

  it('are separate, each with its own API', () => {
    each(({ Origins }, site) => {
      const names = Origins.map(({ DomainName }) => JSON.stringify(DomainName));
      const own = site === 'Bots' ? 'chat.example.com' : 'api.example.com';
      expect(new Set(names.filter((name) => !name.includes('SitesBucket')))).toEqual(new Set([`"${own}"`]));
    });
  });

  it('pass everything but the host on to the API, and keep nothing of it', () => {
    each((distribution) => {
      for (const path of ['/v1/me', '/v2/x', '/v3/generate-upload-url', '/api/v1/me']) {
        expect(findBehavior(distribution, path)).toMatchObject({
          AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
          // CachingDisabled and AllViewerExceptHostHeader.
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        });
      }
    });
  });

  it('take calls with two slashes at the beginning, where pages of bots chat', () => {
    const accepts = (site: (typeof SITES)[number]) =>
      findBehavior(getDistribution(complete.template, site), '//api/v1/typebots/a/startChat').AllowedMethods;
    expect(accepts('Bots')).toContain('POST');
    expect(accepts('Console')).not.toContain('POST');
  });

  it('have no error pages, which would replace the errors of the API', () => {
    each(({ CustomErrorResponses = [] }) => {
      for (const { ErrorCachingMinTTL, ResponsePagePath } of CustomErrorResponses) {
        expect([ErrorCachingMinTTL, ResponsePagePath]).toEqual([0, undefined]);
      }
      expect(CustomErrorResponses.map(({ ErrorCode }) => ErrorCode)).toContain(404);
    });
  });

  it('prove to the APIs that requests came through them, with what only this stack knows', () => {
    const proof = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    each(({ Origins }) => {
      for (const { OriginCustomHeaders, S3OriginConfig } of Origins) {
        if (S3OriginConfig) continue;
        expect(OriginCustomHeaders).toEqual([{ HeaderName: 'x-site-proof', HeaderValue: proof }]);
      }
    });
    const named = (name: string) =>
      getResources(complete.template, 'AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-qa-${name}`,
      )?.[1].Properties.Environment.Variables;
    expect(named('update-bot').SITE_PROOF).toEqual(proof);
    expect(named('start-chat').BOT_PAGE_SCRIPTS).toBeUndefined();
    expect(named('get-bot-page').BOT_PAGE_SCRIPTS).toMatch(/^\/_assets\/page-[A-Z0-9]{8}\.js( |$)/);
  });
});

describe('origins of workspaces', () => {
  const LABEL = '0123456789abcdef0123456789abcdef';
  const passed: Map<string, string>[] = [];
  /** Redirects everything, as the function of pages does for the bare name. */
  const gateway: Gateway = {
    async handle(_, { headers }) {
      passed.push(new Map(headers.map(([name, value]) => [name.toLowerCase(), value])));
      return {
        status: 302,
        headers: [
          ['location', `https://${LABEL}.bots.example.com/bakery-orders`],
          ['cache-control', 'public, max-age=60'],
        ],
        body: Buffer.alloc(0),
      };
    },
  };
  const ask = async (query: string, host = 'bots.example.com') =>
    await distributionModel(
      complete,
      'Bots',
      gateway,
    )({
      path: '/bakery-orders',
      query,
      headers: { Host: host, 'X-Viewer-Host': 'evil.example', 'X-Site-Proof': 'guessed' },
    });

  it('are below the name of the bots, for the functions as well', () => {
    const below = (template: typeof complete.template) =>
      getResources(template, 'AWS::Lambda::Function')
        .filter(([, { Properties }]) =>
          /-(get-bot-page|start-chat|create-workspace)$/.test(Properties.FunctionName),
        )
        .map(([, { Properties }]) => Properties.Environment.Variables.WORKSPACE_ORIGINS_BELOW);
    expect(below(complete.template)).toEqual(Array(3).fill('https://bots.example.com'));
    expect(below(assembly.template)).toEqual(Array(3).fill(undefined));
  });

  it('reach the function as the host that was asked, which the viewer cannot choose, and the cache tells them apart', async () => {
    passed.length = 0;
    await ask('', `${LABEL}.bots.example.com`);
    expect(passed[0]?.get('x-viewer-host')).toBe(`${LABEL}.bots.example.com`);
    expect(passed[0]?.get('x-site-proof')).not.toBe('guessed');
    const { CachePolicyId } = findBehavior(getDistribution(complete.template, 'Bots'), '/bakery-orders');
    const policy = complete.template.Resources[referenceIn(CachePolicyId) ?? ''];
    const key = policy?.Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
    expect(key.HeadersConfig).toEqual({ HeaderBehavior: 'whitelist', Headers: ['x-viewer-host'] });
    expect(key.QueryStringsConfig).toEqual({ QueryStringBehavior: 'none' });
  });

  it.each([
    ['Name=Ada%20L&utm_source=a+b', '?Name=Ada%20L&utm_source=a+b'],
    ['a=1&a=2&b=%26%3D', '?a=1&a=2&b=%26%3D'],
    ['q=https://x.example/?y=1', '?q=https://x.example/?y=1'],
    ['', ''],
  ])('get each visitor’s own query %j with a redirect that is kept for all', async (query, added) => {
    const { status, headers, keptSeconds } = await ask(query);
    expect([status, keptSeconds]).toEqual([302, 60]);
    expect(headers.get('location')).toBe(`https://${LABEL}.bots.example.com/bakery-orders${added}`);
  });

  it('say in the diff what turning them on loses', () => {
    expect(complete.template.Outputs.WorkspaceOrigins).toEqual({
      Description: expect.stringContaining('they forget their visitors'),
      Value: 'https://*.bots.example.com',
    });
    expect(assembly.template.Outputs.WorkspaceOrigins).toBeUndefined();
  });
});

describe('the files of the sites', () => {
  it('are in a private bucket that only the two distributions read', () => {
    const [bucketId = '', bucket] = getResources(complete.template, 'AWS::S3::Bucket')[0] ?? [];
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const policy = getResources(complete.template, 'AWS::S3::BucketPolicy').find(
      ([, { Properties }]) => referenceIn(Properties.Bucket) === bucketId,
    );
    const statements = policy?.[1].Properties.PolicyDocument.Statement as {
      Effect: string;
      Action: string;
      Principal: { Service?: string };
      Condition: { StringEquals?: Record<string, unknown> };
    }[];
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(2);
    for (const { Action, Principal, Condition } of allowed) {
      expect([Action, Principal]).toEqual(['s3:GetObject', { Service: 'cloudfront.amazonaws.com' }]);
      expect(JSON.stringify(Condition.StringEquals?.['AWS:SourceArn'])).toMatch(
        /Sites(Console|Bots)Distribution/,
      );
    }
  });

  it('of earlier deployments stay for open pages, and new chunks come before the pages that name them', () => {
    const copies = getResources(complete.template, 'Custom::CDKBucketDeployment');
    const immutable = copies.filter(([, { Properties }]) =>
      Properties.SystemMetadata['cache-control'].includes('immutable'),
    );
    expect(immutable.length).toBeGreaterThan(0);
    for (const [id, { Properties, DependsOn = [] }] of copies) {
      expect(Properties.Prune).toBe(false);
      if (immutable.some(([other]) => other === id)) continue;
      expect(DependsOn).toEqual(expect.arrayContaining(immutable.map(([other]) => other)));
    }
  });

  it.each([
    ['Bots', '/embed.js', 'text/javascript; charset=utf-8', 60],
    ['Bots', '/_preview-frame', 'text/html; charset=utf-8', 60],
    ['Console', '/', 'text/html; charset=utf-8', 60],
    ['Console', '/bots/cm1234', 'text/html; charset=utf-8', 60],
    ['Console', '/_preview/cm1234', 'text/html; charset=utf-8', 60],
    ['Console', '/_config.json', 'application/json', 60],
  ] as const)('%s %s is %s, kept for %i seconds', async (site, path, contentType, keptSeconds) => {
    const response = await get(site, path);
    expect([response.status, response.headers.get('content-type'), response.keptSeconds]).toEqual([
      200,
      contentType,
      keptSeconds,
    ]);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('have scripts with a hash in their name, which are kept for a year and load from any origin', async () => {
    const { text } = await get('Bots', '/_preview-frame');
    const [script = ''] = /\/_assets\/[\w-]+\.js/.exec(text) ?? [];
    const response = await get('Bots', script, { Origin: 'null' });
    expect(response.status).toBe(200);
    expect(response.keptSeconds).toBe(31_536_000);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('of the console tell it where the bots are', async () => {
    expect(JSON.parse((await get('Console', '/_config.json')).text)).toEqual({
      botsUrl: 'https://bots.example.com',
      hasWorkspaceOrigins: true,
      signIn: {
        issuer: 'https://login.example.com/tenant',
        clientId: 'bots-console',
        workspaceId: 'w2mfz7c0q9b4x1k8s5hv6ejd',
      },
      google: { clientId: '1234-abcd.apps.googleusercontent.com' },
      hasFiles: true,
    });
  });

  it('have policies: a draft runs without an origin, in the console alone, and what holds a token runs no bot', async () => {
    const frame = (await get('Bots', '/_preview-frame')).headers.get('content-security-policy');
    expect(frame).toContain('frame-ancestors https://console.example.com; sandbox allow-scripts ');
    expect(frame).not.toContain('allow-same-origin');
    expect(frame).toMatch(/script-src 'sha256-[^']+' 'strict-dynamic' 'unsafe-eval'/);
    const { headers } = await get('Console', '/_preview/x');
    const page = headers.get('content-security-policy');
    expect(page).toContain("script-src 'self';");
    // The last is the bucket of files, for uploads.
    expect(page).toMatch(
      /connect-src 'self' https:\/\/bots\.example\.com https:\/\/login\.example\.com https:\/\/token\.example\.com https:\/\/<\w+>\.s3\.[^\s;*]+;/,
    );
    expect(page).toContain("frame-src https://bots.example.com; frame-ancestors 'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('let the console reach and frame the bots where neither site has a name of its own', async () => {
    const response = await distributionModel(nameless, 'Console')({ path: '/_preview/x' });
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https:;");
    expect(policy).toContain('frame-src https:;');
    const [, frame] =
      getResources(nameless.template, 'AWS::CloudFront::ResponseHeadersPolicy').find(([, { Properties }]) =>
        JSON.stringify(Properties.ResponseHeadersPolicyConfig.Name).includes('site-preview-frame'),
      ) ?? [];
    const consoleName = { 'Fn::GetAtt': [expect.stringMatching(/^SitesConsole/), 'DomainName'] };
    const { SecurityHeadersConfig } = frame?.Properties.ResponseHeadersPolicyConfig ?? {};
    expect(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy).toEqual({
      'Fn::Join': [
        '',
        [
          expect.stringMatching(/; frame-ancestors https:\/\/$/),
          consoleName,
          expect.stringMatching(/^; sandbox /),
        ],
      ],
    });
  });

  it('say at the address that previews had among the bots where they are', async () => {
    const response = await get('Bots', '/_preview/cm1234');
    expect([response.status, response.keptSeconds]).toEqual([404, 0]);
    expect(response.text).toContain('at this path of the console');
  });

  it('leave the policy of a bot’s page, which says who may frame it, to the page itself', () => {
    const [, policy] =
      getResources(complete.template, 'AWS::CloudFront::ResponseHeadersPolicy').find(([, { Properties }]) =>
        JSON.stringify(Properties.ResponseHeadersPolicyConfig.Name).includes('site-bot-page'),
      ) ?? [];
    const { SecurityHeadersConfig, CustomHeadersConfig, RemoveHeadersConfig } =
      policy?.Properties.ResponseHeadersPolicyConfig ?? {};
    expect(Object.keys(SecurityHeadersConfig).toSorted()).toEqual([
      'ContentTypeOptions',
      'ReferrerPolicy',
      'StrictTransportSecurity',
    ]);
    expect(CustomHeadersConfig.Items.map(({ Header }: { Header: string }) => Header)).toEqual([
      'Permissions-Policy',
    ]);
    expect(RemoveHeadersConfig).toBeUndefined();
  });

  it.each(['/wp-login.php', '/.env', '/_other'])('of the console have nothing at %s', async (path) => {
    expect((await get('Console', path)).status).toBe(404);
  });

  it('say at the root of the bots’ site that an address is missing', async () => {
    const response = await get('Bots', '/');
    expect([response.status, response.keptSeconds]).toEqual([404, 0]);
    expect(response.text).toContain('lacks its last part');
  });
});

describe('custom domains', () => {
  it('have a certificate of their own, and no records: their DNS is their owners’', () => {
    const certificates = SITES.map(
      (site) => getDistribution(complete.template, site).ViewerCertificate?.AcmCertificateArn,
    );
    expect(certificates).toEqual([expect.stringMatching(/0b6e5f0c$/), expect.stringMatching(/5d1c9a7e$/)]);
    expect(JSON.stringify(getResources(complete.template, 'AWS::Route53::RecordSet'))).not.toMatch(
      /acme|custom/,
    );
    expect(complete.template.Outputs.CustomDomainsTarget?.Value).toBe('bots.example.com');
    expect(assembly.template.Outputs.CustomDomainsTarget).toBeUndefined();
  });

  it('are known to the functions that depend on them', () => {
    const functions = getResources(complete.template, 'AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.Environment?.Variables.CUSTOM_DOMAINS !== undefined,
    );
    expect(functions.map(([, { Properties }]) => Properties.FunctionName).toSorted()).toEqual([
      'bots-qa-create-custom-domain',
      'bots-qa-get-bot-page',
      'bots-qa-verify-custom-domain',
    ]);
    for (const [, { Properties }] of functions) {
      expect(Properties.Environment.Variables).toMatchObject({
        CUSTOM_DOMAINS: 'offers.acme.example *.custom.example',
        CUSTOM_DOMAINS_TARGET: 'bots.example.com',
      });
    }
  });

  it.each([
    ['offers.acme.example', '/guide', '/guide'],
    ['offers.acme.example', '/a/b/', '/_~a~b'],
    ['shop.custom.example', '/', '/_~'],
    ['shop.custom.example', '/a.b', '/_~~'],
    ['bots.example.com', '/guide', '/guide'],
    ['d123.cloudfront.net', '/a/b', '/a/b'],
  ])('lead to a page by host and path: %s%s asks for %s', async (host, path, expected) => {
    const asked: unknown[] = [];
    const gateway: Gateway = {
      async handle(api, { path: received, headers }) {
        asked.push([api, received, new Headers(headers).get('x-viewer-host')]);
        return { status: 200, headers: [['cache-control', 'public, max-age=60']], body: Buffer.alloc(0) };
      },
    };
    const site = distributionModel(complete, 'Bots', gateway);
    const forged = { 'x-viewer-host': 'offers.acme.example' };
    expect((await site({ path, headers: { host, ...forged } })).keptSeconds).toBe(60);
    expect(asked).toEqual([['chat', expected, host]]);
  });

  it('and the site’s own name never share a kept page', () => {
    const { DefaultCacheBehavior } = getDistribution(complete.template, 'Bots');
    expect(getKeyHeaders(complete.template, DefaultCacheBehavior)).toEqual(['x-viewer-host']);
  });
});

describe('the functions at the edge', () => {
  it('stand in front of every address', () => {
    each(({ DefaultCacheBehavior, CacheBehaviors }) => {
      for (const { PathPattern, FunctionAssociations = [] } of [DefaultCacheBehavior, ...CacheBehaviors]) {
        const types = FunctionAssociations.map(({ EventType }) => EventType);
        expect([PathPattern, types]).toEqual([PathPattern, expect.arrayContaining(['viewer-request'])]);
      }
    });
  });

  it('give no script to a service worker, which would answer for the pages of all bots', async () => {
    for (const site of SITES) {
      const { CacheBehaviors } = getDistribution(complete.template, site);
      const paths = CacheBehaviors.map(({ PathPattern = '' }) => PathPattern.replace('*', 'x'));
      for (const path of [...paths, '/', '/my-bot', '/_assets/main.js', '/x.js']) {
        const { status, headers, text } = await get(site, path, { 'Service-Worker': 'script' });
        expect([site, path, status]).toEqual([site, path, 403]);
        expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
          'no-store',
          'text/plain; charset=utf-8',
        ]);
        expect(text).toBe('No script of this service may become a service worker.\n');
      }
    }
  });

  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
  it('stay within 10 KB', () => {
    for (const [, { Properties }] of getResources(complete.template, 'AWS::CloudFront::Function')) {
      expect(Buffer.byteLength(Properties.FunctionCode)).toBeLessThan(10_240);
      expect(Properties.FunctionCode).toMatch(/function handler\(event\)/);
    }
  });
});
