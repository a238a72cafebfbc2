import { describe, expect, it } from 'vitest';
import { nextSteps } from '../../infra/next-steps.ts';

const service = { ManagementUrl: 'https://m.example.com', ChatUrl: 'https://c.example.com' };
const data = { TableName: 'bots-qa' };

describe('what the deployment tells the operator', () => {
  it('names the addresses, and commands with the right table', () => {
    const text = nextSteps({ 'bots-qa': service, 'bots-qa-data': data });
    expect(text).toContain('https://m.example.com');
    expect(text).toContain('npx bots operator workspaces create --name "My team" --table bots-qa');
    expect(text).toContain('--base-url https://m.example.com --chat-url https://c.example.com');
  });

  it('names the sites, or the setting that makes them', () => {
    expect(nextSteps({ 'bots-qa': service })).toContain('set bots:sites');
    const sites = { ...service, ConsoleUrl: 'https://console.example', BotsUrl: 'https://bots.example' };
    const text = nextSteps({ 'bots-qa': sites });
    expect(text).toContain('Pages of bots       https://bots.example/<publicId>');
    expect(text).not.toContain('redirect to');
    const origins = { ...sites, WorkspaceOrigins: 'https://*.bots.example' };
    expect(nextSteps({ 'bots-qa': origins })).toContain(
      'redirect to       https://*.bots.example/<publicId>',
    );
    expect(text).toContain('Open https://console.example and sign in with the token');
  });

  it('says that there are no alarms, or how they roll back the next deployment', () => {
    expect(nextSteps({ 'bots-qa': service })).toContain('No alarms are set up yet');
    const alarms = { ...service, AlarmTopicArn: 'arn:topic', RollbackAlarmArns: 'arn:a arn:b' };
    const text = nextSteps({ 'bots-qa': alarms, 'bots-qa-data': data });
    expect(text).toContain('Confirm the subscription');
    expect(text).toContain('--rollback-trigger-alarm-arns arn:a arn:b --monitoring-time-minutes 15');
  });

  it('names the target of custom domains', () => {
    const text = nextSteps({ 'bots-qa': { ...service, CustomDomainsTarget: 'bots.example.com' } });
    expect(text).toContain('CNAME record that leads to bots.example.com');
    expect(text).toContain('npx bots domains create <name>');
    expect(nextSteps({ 'bots-qa': service })).not.toContain('CNAME');
  });

  it('says nothing if only the data or nothing was deployed', () => {
    expect(nextSteps({})).toBe('');
    expect(nextSteps({ 'bots-qa-data': data })).toBe('');
  });
});
