import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from './config.ts';

/** AWS WAF before the chat address: the managed common rules, and a limit of requests from one address. */
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
          name: 'common-rules',
          priority: 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              // Client logs are larger than the 8 KB that this rule lets through, and quote pages and scripts.
              ruleActionOverrides: ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY'].map((name) => ({
                name,
                actionToUse: { count: {} },
              })),
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
