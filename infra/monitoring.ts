import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import type { Config } from './config.ts';
import type { RestAddress } from './rest-address.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import type { ServiceFunction } from './service-function.ts';

export type MonitoringProps = {
  functions: ServiceFunction[];
  /** The functions of the chat address, which respondents wait for. */
  chatFunctions: ServiceFunction[];
  authorizerFunction: ServiceFunction;
  addresses: RestAddress[];
  table: Table;
  config: Config;
};

/**
 * A dashboard and, if somebody is there to be told, alarms. An alarm costs $0.10 a month whether anything happens or
 * not, so there are none without an e-mail address.
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
