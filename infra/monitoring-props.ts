import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Config } from './config.ts';
import type { RestAddress } from './rest-address.ts';
import type { ServiceFunction } from './service-function.ts';

/** What the dashboard and the alarms watch. */
export type MonitoringProps = {
  functions: ServiceFunction[];
  /** The functions of the chat address, which respondents wait for. */
  chatFunctions: ServiceFunction[];
  authorizerFunction: ServiceFunction;
  addresses: RestAddress[];
  table: Table;
  config: Config;
};
