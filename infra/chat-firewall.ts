import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from './config.ts';

/**
 * All rules of the group that inspect bodies:
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
 * AWS WAF in front of the chat address: the managed common rules, and limits for the requests and the started
 * chats of one address.
 */
export class ChatFirewall extends Construct {
  constructor(scope: Construct, id: string, { restApi, config }: { restApi: RestApi; config: Config }) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `bots-${config.stage}-${metricName}`,
    });
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('chat'),
      rules: [
        {
          name: 'rate-limit',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: config.chatFirewallRequestsPer5Minutes },
          },
          visibilityConfig: visibility('rate-limit'),
        },
        {
          // Each start writes a session and a result, whoever sends it.
          name: 'start-limit',
          priority: 1,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: config.chatFirewallStartsPer5Minutes,
              scopeDownStatement: {
                byteMatchStatement: {
                  fieldToMatch: { uriPath: {} },
                  positionalConstraint: 'ENDS_WITH',
                  searchString: '/startChat',
                  textTransformations: [{ priority: 0, type: 'NONE' }],
                },
              },
            },
          },
          visibilityConfig: visibility('start-limit'),
        },
        {
          name: 'common-rules',
          priority: 2,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              // Client logs are larger than the 8 KB that the first rule allows. What people write, and what
              // logs quote, can be any text, including addresses, paths and scripts. It is never run and
              // never used as a path.
              ruleActionOverrides: BODY_RULES.map((name) => ({ name, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: visibility('common-rules'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    });
  }
}
