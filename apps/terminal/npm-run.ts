import type { Command } from 'commander';

/** Set by npm in every script, whether it was given or not. */
const ALWAYS_SET = ['prefix'];

/**
 * Goes back to the folder in which the user called an npm script. npm runs scripts in the folder of the package, where
 * a relative path of the user leads somewhere else.
 *
 * @param script name of the npm script that runs this program
 */
export function returnToCaller(script: string, env: NodeJS.ProcessEnv = process.env): void {
  if (env.npm_lifecycle_event === script && env.INIT_CWD) process.chdir(env.INIT_CWD);
}

/**
 * Finds options that npm has taken for itself, as in `npm run bots import --dry-run FILE`: it passes on only those
 * after `--`, and without the option the command would do something else than it was told.
 *
 * @param args words after the program's name
 * @returns the options of the command as the user wrote them, such as `--dry-run`
 */
export function findTakenOptions(
  program: Command,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  if (env.npm_lifecycle_event !== script) return [];
  return findCommand(program, args).options.flatMap(({ long, short }) => {
    const given = [long, short].filter((flag) => flag !== undefined);
    const taken = given.find((flag) => env[toVariable(flag)] !== undefined);
    return taken === undefined || given.some((flag) => args.includes(flag)) ? [] : [taken];
  });
}

function findCommand(program: Command, [name, ...rest]: readonly string[]): Command {
  const below = program.commands.find((command) => command.name() === name);
  return below ? findCommand(below, rest) : program;
}

/** Name of the environment variable in which npm passes on an option: `npm_config_dry_run`. */
function toVariable(flag: string): string {
  const name = flag.replace(/^--?(no-)?/, '');
  return ALWAYS_SET.includes(name) ? '' : `npm_config_${name.replaceAll('-', '_')}`;
}
