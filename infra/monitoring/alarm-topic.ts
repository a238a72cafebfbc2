import { Aws, CfnOutput, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** AWS services that publish alarms to the topic. */
const PUBLISHERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

export type AlarmTopicProps = {
  /** ARN of the account's KMS key that encrypts messages. Absent if they are not encrypted. */
  keyArn: string | undefined;
  config: Config;
};

/**
 * SNS topic for alarms. Its ARN is an output, so that chat and paging tools can subscribe to it. If the operator
 * has configured a topic, it is used instead, and its policy is up to the operator.
 */
export class AlarmTopic extends Construct {
  readonly topic: ITopic;

  constructor(scope: Construct, id: string, { keyArn, config }: AlarmTopicProps) {
    super(scope, id);
    this.topic =
      config.alarmTopicArn === undefined
        ? this.createTopic(keyArn, config)
        : Topic.fromTopicArn(this, 'Topic', config.alarmTopicArn);
    new CfnOutput(this, 'Arn', { value: this.topic.topicArn }).overrideLogicalId('AlarmTopicArn');
  }

  private createTopic(keyArn: string | undefined, { stage, alarmEmail }: Config): Topic {
    const topic = new Topic(this, 'Topic', {
      displayName: `bots-${stage}`,
      enforceSSL: true,
      // The key's policy names those who publish.
      ...(keyArn !== undefined && { masterKey: Key.fromKeyArn(this, 'Key', keyArn) }),
    });
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    // A custom policy, such as the one that enforces TLS, replaces the default policy, which lets CloudWatch
    // publish.
    for (const publisher of PUBLISHERS) {
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(publisher)],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
        }),
      );
    }
    Validations.of(topic).acknowledge({
      id: 'Serverless::Serverless-SNSRedrivePolicy',
      reason: 'An e-mail that cannot be delivered is of no use in a queue that nobody reads.',
    });
    return topic;
  }
}
