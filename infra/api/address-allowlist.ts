import { CfnIPSet, type CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';
import type { Config } from '../config.ts';
import { isIpv6 } from '../network-address.ts';
import type { Refusal } from './firewall.ts';
import { matchSiteRequests } from './site-proof.ts';

type Statement = CfnWebACL.StatementProperty;

const MESSAGE = 'This IP address may not use the management API';

/** Refuses callers of the management API whose IP address is in none of the networks that the operator allows. */
export class AddressAllowlist extends Construct {
  private readonly sets: CfnIPSet[];
  private readonly config: Config;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.config = config;
    const networks = config.managementAllowedAddresses;
    this.sets = [
      this.createSet(
        'IPV4',
        networks.filter((network) => !isIpv6(network)),
      ),
      this.createSet('IPV6', networks.filter(isIpv6)),
    ].filter((set) => set !== undefined);
  }

  /**
   * Through the console's site, the viewer's address decides. There are two rules, because AWS WAF may skip a rule
   * about a header for requests without the header, and then everyone who calls the API itself would get past it.
   */
  get refusals(): Refusal[] {
    const direct = this.sets.map((set): Statement => ({ ipSetReferenceStatement: { arn: set.attrArn } }));
    const name = 'allowed-addresses';
    if (!this.config.sites) return [{ name, message: MESSAGE, statement: matchNone(direct) }];
    const viewers = this.sets.map(
      (set): Statement => ({
        ipSetReferenceStatement: {
          arn: set.attrArn,
          ipSetForwardedIpConfig: {
            headerName: SITE_HEADERS.address,
            // An address that cannot be read is in no network.
            fallbackBehavior: 'NO_MATCH',
            position: 'FIRST',
          },
        },
      }),
    );
    const notThroughSite: Statement = { notStatement: { statement: matchSiteRequests() } };
    return [
      {
        name,
        message: MESSAGE,
        statement: { andStatement: { statements: [notThroughSite, matchNone(direct)] } },
      },
      {
        name: 'allowed-viewers',
        message: MESSAGE,
        statement: { andStatement: { statements: [matchSiteRequests(), matchNone(viewers)] } },
      },
    ];
  }

  private createSet(ipAddressVersion: 'IPV4' | 'IPV6', addresses: string[]): CfnIPSet | undefined {
    if (addresses.length === 0) return undefined;
    return new CfnIPSet(this, ipAddressVersion, { scope: 'REGIONAL', ipAddressVersion, addresses });
  }
}

function matchNone(statements: Statement[]): Statement {
  const [first, ...others] = statements;
  if (!first) throw new Error('The allowlist is empty');
  return { notStatement: { statement: others.length === 0 ? first : { orStatement: { statements } } } };
}
