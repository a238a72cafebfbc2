import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';
import type { Config } from '../config.ts';
import type { RateLimit } from './firewall.ts';
import { matchSiteRequests } from './site-proof.ts';

type Statement = CfnWebACL.StatementProperty;

/**
 * Returns a limit for each IP address. Through a site, all requests come from CloudFront's addresses, so those are
 * counted by the address that the edge reports, which counts for nothing in requests that came another way.
 *
 * @param which requests to count; all of them if undefined
 */
export function limitPerAddress(
  limit: Omit<RateLimit, 'counts'>,
  which: Statement | undefined,
  { sites }: Config,
): RateLimit[] {
  const only = (...statements: (Statement | undefined)[]) => {
    const [first, ...others] = statements.filter((statement) => statement !== undefined);
    if (!first) return {};
    return {
      scopeDownStatement: others.length === 0 ? first : { andStatement: { statements: [first, ...others] } },
    };
  };
  if (!sites) return [{ ...limit, counts: { aggregateKeyType: 'IP', ...only(which) } }];
  return [
    {
      ...limit,
      counts: {
        aggregateKeyType: 'IP',
        ...only({ notStatement: { statement: matchSiteRequests() } }, which),
      },
    },
    {
      ...limit,
      name: `${limit.name}-of-viewers`,
      counts: {
        aggregateKeyType: 'FORWARDED_IP',
        forwardedIpConfig: { headerName: SITE_HEADERS.address, fallbackBehavior: 'MATCH' },
        ...only(matchSiteRequests(), which),
      },
    },
  ];
}
