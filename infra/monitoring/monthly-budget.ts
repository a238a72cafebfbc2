import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { pinLogicalId } from '../pinned-logical-id.ts';

export type MonthlyBudgetProps = { stage: string; usd: number; topic: ITopic };

/**
 * Notifies the topic when the month has cost more than the budget, and when AWS forecasts that it will. The
 * budget covers the whole account, because one for a tag counts nothing until the tag is activated for billing.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, usd, topic }: MonthlyBudgetProps) {
    super(scope, id);
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        // Budgets belong to the account, not to a region, and their names must be unique.
        budgetName: `bots-${stage}-${Stack.of(this).region}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
        notification: {
          notificationType,
          comparisonOperator: 'GREATER_THAN',
          threshold: 100,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });
    pinLogicalId(budget, 'MonthlyBudget');
    // AWS Budgets rejects a topic that it may not publish to.
    budget.node.addDependency(topic);
  }
}
