import { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import type { MonitoringProps } from './monitoring-props.ts';
import { ServiceDashboard } from './service-dashboard.ts';

/**
 * A dashboard and, if there is somebody to notify, alarms. An alarm costs $0.10 a month whether anything
 * happens or not, so there are none without an e-mail address.
 */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { stage, alarmEmail: email } = props.config;
    new ServiceDashboard(this, 'Dashboard', props);
    if (email === undefined) return;
    const { topic } = new AlarmTopic(this, 'AlarmTopic', { stage, email });
    new Alarms(this, 'Alarms', { ...props, topic });
  }
}
