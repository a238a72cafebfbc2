import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { hasAlarms } from '../config.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import type { MonitoringProps } from './monitoring-props.ts';
import { MonthlyBudget } from './monthly-budget.ts';
import { SavedQueries } from './saved-queries.ts';
import { ServiceDashboard } from './service-dashboard.ts';

/** A dashboard, saved log queries and, if configured, alarms, which cost money even while the service is idle. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { table, config } = props;
    new ServiceDashboard(this, 'Dashboard', props);
    new SavedQueries(this, 'Queries', props);
    if (!hasAlarms(config)) return;
    const { topic } = new AlarmTopic(this, 'AlarmTopic', { keyArn: table.keyArn, config });
    const { outageAlarms } = new Alarms(this, 'Alarms', { ...props, topic });
    new CfnOutput(this, 'RollbackAlarmArns', {
      description: 'Alarms that `npm run deploy -- --rollback-trigger-alarm-arns` can watch',
      value: outageAlarms.map(({ alarmArn }) => alarmArn).join(' '),
    }).overrideLogicalId('RollbackAlarmArns');
    if (config.monthlyBudgetUsd !== undefined) {
      new MonthlyBudget(this, 'Budget', { stage: config.stage, usd: config.monthlyBudgetUsd, topic });
    }
  }
}
