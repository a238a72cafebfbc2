import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** The topic for alarms. CloudWatch may publish to it, and it has one subscriber. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, email }: { stage: string; email: string }) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { displayName: `bots-${stage}`, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // A custom policy, such as the one that enforces TLS, replaces the default that lets CloudWatch publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    Validations.of(topic).acknowledge({
      id: 'Serverless::Serverless-SNSRedrivePolicy',
      reason: 'An e-mail that cannot be delivered is of no use in a queue that nobody reads.',
    });
    this.topic = topic;
  }
}
