import { describe, expect, it } from 'vitest';
import { findLostSettings } from '../../../infra/deployment/lost-settings.ts';
import { createDeployment, recordSettings } from './stack-update.ts';

/** Compares settings of the last deployment with those of this one. */
function compare(before: Record<string, string>, now: Record<string, string>, forgotten: string[] = []) {
  const deployed = { template: recordSettings(before) };
  return findLostSettings(createDeployment({ template: recordSettings(now), deployed }, {}, forgotten));
}

describe('a deployment', () => {
  it('is refused if it lacks settings of the last one, and says how to give them or to drop them', () => {
    const refusal = compare({ 'bots:files': 'true', 'bots:alarmEmail': 'ops@example.com' }, {});
    expect(refusal).toContain('bots-prod-data was last deployed with settings that are missing now');
    expect(refusal).toContain('bots:files: true');
    expect(refusal).toContain('bots:alarmEmail: ops@example.com');
    expect(refusal).toContain('npm run deploy -- --forget bots:files --forget bots:alarmEmail');
  });

  it('may change settings, turn them off and add some', () => {
    const before = { 'bots:files': 'true', 'bots:logRetentionDays': '90' };
    const now = { 'bots:files': 'false', 'bots:logRetentionDays': '30', 'bots:sites': 'true' };
    expect(compare(before, now)).toBeUndefined();
  });

  it('may lack a setting that had its default value', () => {
    const before = { 'bots:files': 'false', 'bots:logRetentionDays': '30', 'bots:httpPrivateHosts': '' };
    expect(compare(before, {})).toBeUndefined();
  });

  it('may lack a setting that this version does not know, because it would be refused', () => {
    expect(compare({ 'bots:laterSetting': 'true', 'bots:constructor': 'x' }, {})).toBeUndefined();
  });

  it('may lack what --forget names, and nothing else', () => {
    const before = { 'bots:files': 'true', 'bots:alarms': 'true' };
    expect(compare(before, {}, ['bots:files', 'bots:alarms'])).toBeUndefined();
    const refusal = compare(before, {}, ['bots:files']);
    expect(refusal).toContain('--forget bots:alarms');
    expect(refusal).not.toContain('bots:files');
  });

  it('can be repeated with --forget after it has failed in the service stack', () => {
    expect(compare({}, {}, ['bots:alarms'])).toBeUndefined();
  });

  it.each(['bots:fils', 'files', 'bots:stage'])('is refused if --forget names %s', (key) => {
    expect(compare({ 'bots:files': 'true' }, {}, [key])).toContain(`--forget ${key}: this is not a setting`);
  });

  it('is refused if --forget names a setting that it has', () => {
    const settings = { 'bots:files': 'true' };
    expect(compare(settings, settings, ['bots:files'])).toContain('this deployment still has the setting');
  });

  it('has nothing to miss if it is the first', () => {
    expect(findLostSettings(createDeployment({}))).toBeUndefined();
  });

  it('misses what the resources of an earlier version show, which recorded no settings', () => {
    const Resources = {
      Table: { Type: 'AWS::DynamoDB::GlobalTable' },
      Distribution: { Type: 'AWS::CloudFront::Distribution' },
      Key: { Type: 'AWS::KMS::Key' },
    };
    const refusal = findLostSettings(createDeployment({ deployed: { template: { Resources } } }));
    expect(refusal).toContain('bots:files: true');
    expect(refusal).toContain('bots:encryption: customer-managed');
    const { Table } = Resources;
    const plain = createDeployment({ deployed: { template: { Resources: { Table } } } });
    expect(findLostSettings(plain)).toBeUndefined();
  });
});
