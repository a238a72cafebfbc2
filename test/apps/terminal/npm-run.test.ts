import { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { findTakenOptions, returnToCaller } from '#apps/terminal/npm-run.ts';

const program = new Command('bots')
  .addCommand(
    new Command('import')
      .argument('<path...>')
      .option('--dry-run')
      .option('-o, --output <file>')
      .option('--no-wait')
      .option('--prefix <text>'),
  )
  .addCommand(new Command('results').addCommand(new Command('export').option('--all')));

const find = (args: string[], variables: Record<string, string>) =>
  findTakenOptions(program, 'bots', args, { npm_lifecycle_event: 'bots', ...variables });

describe('options that npm has taken', () => {
  it.each([
    ['an option', ['import', 'bot.json'], { npm_config_dry_run: 'true' }, ['--dry-run']],
    ['a short option', ['import', 'bot.json'], { npm_config_o: 'true' }, ['-o']],
    ['an option with a value', ['import', 'x.json'], { npm_config_output: 'a.json' }, ['--output']],
    ['a negated option', ['import', 'bot.json'], { npm_config_wait: '' }, ['--no-wait']],
    ['several', ['import', 'x'], { npm_config_dry_run: 'true', npm_config_o: 'true' }, ['--dry-run', '-o']],
    [
      'an option of a command in a command',
      ['results', 'export', 'b'],
      { npm_config_all: 'true' },
      ['--all'],
    ],
  ])('are found: %s', (_, args, variables, taken) => {
    expect(find(args, variables)).toEqual(taken);
  });

  it.each([
    ['an option of another command', ['import', 'bot.json'], { npm_config_all: 'true' }],
    ['an option that arrived all the same', ['import', '--dry-run', 'x'], { npm_config_dry_run: 'true' }],
    ["npm's own prefix, which is always set", ['import', 'bot.json'], { npm_config_prefix: '/usr' }],
    ['a setting of npm', ['import', 'bot.json'], { npm_config_audit: '' }],
  ])('are not found: %s', (_, args, variables) => {
    expect(find(args, variables)).toEqual([]);
  });

  it('are not looked for where npm runs another script, or none', () => {
    const variables = { npm_config_dry_run: 'true' };
    expect(findTakenOptions(program, 'bots', ['import', 'x'], variables)).toEqual([]);
    const testing = { ...variables, npm_lifecycle_event: 'test' };
    expect(findTakenOptions(program, 'bots', ['import', 'x'], testing)).toEqual([]);
  });
});

describe('the folder of a script', () => {
  it.each([
    [
      'is the one it was called from',
      { npm_lifecycle_event: 'bots', INIT_CWD: '/called/from' },
      ['/called/from'],
    ],
    ['stays where npm runs another script', { npm_lifecycle_event: 'test', INIT_CWD: '/called/from' }, []],
    ['stays without npm', {}, []],
  ])('%s', (_, env, folders) => {
    const chdir = vi.spyOn(process, 'chdir').mockReturnValue();
    returnToCaller('bots', env);
    expect(chdir.mock.calls.flat()).toEqual(folders);
    chdir.mockRestore();
  });
});
