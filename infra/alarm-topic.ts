import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** Where alarms go: a topic that CloudWatch may publish to, with one subscriber. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, email }: { stage: string; email: string }) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { displayName: `bots-${stage}`, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // A policy of its own, such as the one that enforces TLS, replaces the default that let CloudWatch publish.
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
