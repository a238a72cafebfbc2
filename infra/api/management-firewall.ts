import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { type Config, getAddressLimit } from '../config.ts';
import { AddressAllowlist } from './address-allowlist.ts';
import { limitPerAddress } from './address-limit.ts';
import { Firewall } from './firewall.ts';

/**
 * AWS WAF for the management API: limits the requests per token and per address, so that one caller cannot use up a
 * route's limit, and lets in only the addresses that the operator allows, if there are any.
 *
 * Tokens are told apart by their header. Requests without a token only count by their address: API Gateway refuses
 * them with 401 at no cost, and the open routes have limits of their own. The limit per address is for whoever invents another token each time.
 */
export class ManagementFirewall extends Construct {
  constructor(scope: Construct, id: string, { restApi, config }: { restApi: SpecRestApi; config: Config }) {
    super(scope, id);
    const isOpen = config.managementAllowedAddresses.length === 0;
    new Firewall(this, 'Firewall', {
      api: 'management',
      restApi,
      config,
      ...(!isOpen && { refusals: new AddressAllowlist(this, 'AllowedAddresses', config).refusals }),
      rateLimits: [
        ...limitPerAddress(
          {
            name: 'address-limit',
            requests: getAddressLimit(config),
            seconds: 60,
            message: 'This IP address has sent too many requests; please try again later',
          },
          undefined,
          config,
        ),
        {
          name: 'token-limit',
          requests: config.managementFirewallRequestsPerMinute,
          seconds: 60,
          counts: {
            aggregateKeyType: 'CUSTOM_KEYS',
            customKeys: [
              {
                header: {
                  name: 'authorization',
                  // The authorizer accepts "Bearer" in any case and any number of spaces.
                  textTransformations: [
                    { priority: 0, type: 'COMPRESS_WHITE_SPACE' },
                    { priority: 1, type: 'LOWERCASE' },
                  ],
                },
              },
            ],
          },
          message: 'This token has sent too many requests; please try again later',
        },
      ],
    });
  }
}
