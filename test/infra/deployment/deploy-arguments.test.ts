import { describe, expect, it } from 'vitest';
import { parseDeployArguments } from '../../../infra/deployment/deploy-arguments.ts';

describe('arguments of npm run deploy', () => {
  it('reach CDK, except for those that it does not know or that an assembly makes useless', () => {
    const args = [
      ...['--require-approval', 'never', '--forget', 'bots:files', '-c', 'bots:stage=qa', '--method=direct'],
      ...['--rollback-trigger-alarm-arns', 'arn:a', 'arn:b', '--forget=bots:alarms', '-cbots:files=true'],
      ...[
        '--context=bots:sites=true',
        '-v',
        '--outputs-file',
        'o.json',
        '--output',
        'folder',
        '-a',
        'node x.ts',
      ],
      ...['--profile', 'team', '--region', 'eu-central-1', '--settings', 'prod.json'],
    ];
    const parsed = parseDeployArguments(args);
    expect(parsed.forDeployment).toEqual([
      ...['--require-approval', 'never', '--method=direct'],
      ...['--rollback-trigger-alarm-arns', 'arn:a', 'arn:b', '-v', '--outputs-file', 'o.json'],
      ...['--profile', 'team', '--region', 'eu-central-1'],
    ]);
    expect(parsed.forSynthesis).toEqual([
      ...['-c', 'bots:stage=qa', '-cbots:files=true', '--context=bots:sites=true'],
      ...['-a', 'node x.ts', '--profile', 'team', '--region', 'eu-central-1'],
    ]);
    expect(parsed).toMatchObject({
      forgotten: ['bots:files', 'bots:alarms'],
      profile: 'team',
      region: 'eu-central-1',
      output: 'folder',
      settings: 'prod.json',
      outputsFile: 'o.json',
      hasRollbackTriggers: true,
      asksForHelp: false,
    });
  });

  it('may be absent', () => {
    expect(parseDeployArguments([])).toMatchObject({
      forgotten: [],
      forSynthesis: [],
      forDeployment: [],
      hasRollbackTriggers: false,
    });
  });

  it.each([[['--forget']], [['--forget', '--ci']], [['--forget=']]])('%j is an error', (args) => {
    expect(() => parseDeployArguments(args)).toThrow('--forget needs the key of a setting');
  });

  it.each([[['--settings']], [['--settings', '--ci']]])('%j is an error', (args) => {
    expect(() => parseDeployArguments(args)).toThrow('--settings needs a file');
  });
});
