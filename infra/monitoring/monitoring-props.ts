import type { RestAddress } from '../api/rest-address.ts';
import type { Config } from '../config.ts';
import type { TableReference } from '../data/table-reference.ts';
import type { AuditWriter } from '../functions/audit-writer.ts';
import type { JobMachine } from '../functions/job-machine.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

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
