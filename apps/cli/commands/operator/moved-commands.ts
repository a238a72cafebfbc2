import { Command } from 'commander';

/** Commands of earlier versions, by name, and what is called instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  workspace: 'bots operator workspaces',
  token: 'bots operator tokens',
  erase: 'bots operator workspaces erase, bots erase or results erase',
  'copy-back': 'bots operator workspaces copy-back, bots copy-back or results copy-back',
};

/** Returns the commands of former versions. They only say which command to call instead. */
export function createMovedCommands(): Command[] {
  return Object.entries(INSTEAD).map(([name, instead]) =>
    new Command(name)
      .argument('[words...]')
      .allowUnknownOption()
      .helpOption(false)
      .action((_words, _options, command: Command) =>
        command.error(`error: bots operator ${name} does not exist any more: call ${instead}`),
      ),
  );
}

/** Refuses a flag of earlier versions, in favour of another. */
export function withMovedFlag(command: Command, flag: string, instead: string): Command {
  const name = flag.replace(/^--/, '');
  return command
    .addOption(command.createOption(flag).hideHelp())
    .on(`option:${name}`, () => command.error(`error: ${flag} does not exist any more: ${instead}`));
}
