import type { Deployment } from './deployment.ts';

const OPTION = '--rollback-trigger-alarm-arns';

/**
 * Returns options for `cdk deploy` that make CloudFormation forget alarms of the service that do not exist, or that this
 * deployment deletes. A deployment with a missing trigger fails and is rolled back:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackTrigger.html
 *
 * @returns an empty list if all triggers exist and stay
 */
export function forgetMissingTriggers({ data, service }: Deployment): string[] {
  const watched = [data.deployed, service.deployed];
  const triggers = [...new Set(watched.flatMap((stack) => stack?.rollbackTriggers ?? []))];
  const existing =
    service.template.Outputs?.RollbackAlarmArns === undefined
      ? []
      : (service.deployed?.outputs.RollbackAlarmArns ?? '').split(' ');
  // An operator may have added alarms of other stacks.
  const isOurs = (arn: string) => arn.includes(`:alarm:${service.name}-`);
  const kept = triggers.filter((arn) => !isOurs(arn) || existing.includes(arn));
  if (kept.length === triggers.length) return [];
  if (kept.length === 0) return [OPTION, 'none'];
  const minutes = watched.find((stack) => stack?.monitoringMinutes !== undefined)?.monitoringMinutes;
  // Without the second option, CDK sets the time to 0.
  return [OPTION, ...kept, ...(minutes === undefined ? [] : ['--monitoring-time-minutes', String(minutes)])];
}
