import type { AuditWriter } from './audit-writer.ts';
import type { Config } from './config.ts';
import type { JobMachine } from './job-machine.ts';
import type { RestAddress } from './rest-address.ts';
import type { ServiceFunction } from './service-function.ts';
import type { TableReference } from './table-reference.ts';

/** Resources that the dashboard and the alarms monitor. */
export type MonitoringProps = {
  /** Functions of the chat API, whose responses respondents wait for. */
  chatFunctions: ServiceFunction[];
  authorizerFunction: ServiceFunction;
  auditWriter: AuditWriter;
  addresses: RestAddress[];
  table: TableReference;
  jobs: JobMachine;
  config: Config;
};
