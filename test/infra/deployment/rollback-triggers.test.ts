import { describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { forgetMissingTriggers } from '../../../infra/deployment/rollback-triggers.ts';
import { createDeployment } from './stack-update.ts';

const arn = (name: string) => `arn:aws:cloudwatch:eu-central-1:111122223333:alarm:${name}`;
const OURS = [arn('bots-prod-management-errors'), arn('bots-prod-chat-errors')];
const outputs = { RollbackAlarmArns: OURS.join(' ') };
const withAlarms = { Outputs: { RollbackAlarmArns: {} } };
const watched = { rollbackTriggers: OURS, monitoringMinutes: 15 };

describe('CloudFormation', () => {
  it('keeps watching alarms that exist and stay', () => {
    const service = { template: withAlarms, deployed: { ...watched, outputs } };
    expect(forgetMissingTriggers(createDeployment({ deployed: watched }, service))).toEqual([]);
  });

  it('is told nothing if it watches none', () => {
    expect(forgetMissingTriggers(createDeployment({}))).toEqual([]);
    expect(forgetMissingTriggers(createDeployment({ deployed: {} }, { deployed: { outputs } }))).toEqual([]);
  });

  it('forgets alarms that this deployment deletes', () => {
    const service = { template: {}, deployed: { ...watched, outputs } };
    expect(forgetMissingTriggers(createDeployment({ deployed: watched }, service))).toEqual([
      '--rollback-trigger-alarm-arns',
      'none',
    ]);
  });

  it('forgets alarms of a service stack that was destroyed', () => {
    const update = createDeployment({ deployed: watched }, { template: withAlarms });
    expect(forgetMissingTriggers(update)).toEqual(['--rollback-trigger-alarm-arns', 'none']);
  });

  it('keeps alarms of other stacks, and for how long it watches them', () => {
    const others = [arn('shop-errors'), arn('bots-production-errors')];
    const deployed = { ...watched, rollbackTriggers: [...OURS, ...others] };
    expect(forgetMissingTriggers(createDeployment({}, { template: {}, deployed }))).toEqual([
      '--rollback-trigger-alarm-arns',
      ...others,
      '--monitoring-time-minutes',
      '15',
    ]);
    const onlyOthers = { ...watched, rollbackTriggers: others };
    expect(forgetMissingTriggers(createDeployment({}, { template: {}, deployed: onlyOthers }))).toEqual([]);
  });
});

it('the alarms that CloudFormation remembers have the same names and ids in every version', async () => {
  const { template } = await sharedAssembly(EVERY_OPTION);
  const value = JSON.stringify(template.Outputs.RollbackAlarmArns?.Value);
  const ids = [...value.matchAll(/"Fn::GetAtt":\["(\w+)","Arn"\]/g)].map(([, id = '']) => id);
  const names = ids.map((id) => [id, template.Resources[id]?.Properties.AlarmName]);
  expect(names).toEqual([
    ['Management5xxAlarm', 'bots-qa-management-5xx'],
    ['Chat5xxAlarm', 'bots-qa-chat-5xx'],
    ['AuthorizerFailuresAlarm', 'bots-qa-authorizer-failures'],
  ]);
}, 120_000);
