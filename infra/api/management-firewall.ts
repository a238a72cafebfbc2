import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { Firewall } from './firewall.ts';

/**
 * AWS WAF for the management API: limits the requests per token, so that one caller cannot use up a route's
 * limit. Tokens are told apart by their header. Requests without a token are not counted, because API Gateway
 * refuses them with 401 at no cost.
 */
export class ManagementFirewall extends Construct {
  constructor(scope: Construct, id: string, { restApi, config }: { restApi: SpecRestApi; config: Config }) {
    super(scope, id);
    new Firewall(this, 'Firewall', {
      api: 'management',
      restApi,
      config,
      rateLimits: [
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
