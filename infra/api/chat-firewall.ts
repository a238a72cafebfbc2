import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { limitPerAddress } from './address-limit.ts';
import { Firewall } from './firewall.ts';

/**
 * All rules of the managed common rule set that inspect request bodies:
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/**
 * Matches every spelling of a path that starts a chat, because AWS WAF sees the path as sent, and API Gateway
 * decodes it before routing. Also matches the text elsewhere in a path, so that dots, slashes and suffixes make
 * no difference. No other route of the chat API contains one of the two texts.
 */
const startsChatAt = (searchString: string) => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'CONTAINS',
    searchString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      // A proxy in between may decode the path once more.
      { priority: 1, type: 'URL_DECODE' },
      { priority: 2, type: 'LOWERCASE' },
    ],
  },
});

/** The oldest call of Typebot also continues chats, and the path does not tell which. */
const STARTS_CHAT: CfnWebACL.StatementProperty = {
  orStatement: { statements: [startsChatAt('/startchat'), startsChatAt('/sendmessage')] },
};

/**
 * AWS WAF for the chat API: limits on requests and started chats per IP address, and the managed common
 * rules.
 */
export class ChatFirewall extends Construct {
  constructor(scope: Construct, id: string, { restApi, config }: { restApi: SpecRestApi; config: Config }) {
    super(scope, id);
    new Firewall(this, 'Firewall', {
      api: 'chat',
      restApi,
      config,
      rateLimits: [
        ...limitPerAddress(
          {
            name: 'rate-limit',
            requests: config.chatFirewallRequestsPer5Minutes,
            seconds: 300,
            message: 'This IP address has sent too many requests; please try again later',
          },
          undefined,
          config,
        ),
        // Every startChat request writes a session and a result, even without a token.
        ...limitPerAddress(
          {
            name: 'start-limit',
            requests: config.chatFirewallStartsPer5Minutes,
            seconds: 300,
            message: 'This IP address has started too many chats; please try again later',
          },
          STARTS_CHAT,
          config,
        ),
      ],
      rules: [
        {
          name: 'common-rules',
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              // Only count matches of these rules. Client logs can exceed the 8 KB that the first rule
              // allows. Replies and logs can contain any text, including URLs, paths and scripts, but are
              // never executed or used as a path.
              ruleActionOverrides: BODY_RULES.map((name) => ({ name, actionToUse: { count: {} } })),
            },
          },
        },
      ],
    });
  }
}
