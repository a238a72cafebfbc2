import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';
import { DEFAULT_LIFETIME_DAYS, MAX_LIFETIME_DAYS } from '#lib/workspaces/tokens/store/expiry.ts';

/** Null means never. Wrapped in an object because commander treats a bare null as a missing value. */
export type TokenLifetime = { days: number | null };

export type NewTokenOptions = { name: string; role: Role; expires: TokenLifetime };

/** Adds the options of a command that creates a token. */
export function withNewToken(command: Command): Command {
  return command
    .requiredOption('--name <name>', 'what the token is for, 1 to 100 characters')
    .addOption(
      new Option('--role <role>', 'viewer reads, editor also writes, admin also manages tokens')
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--expires <lifetime>', 'days (90d) or never')
        .argParser(parseTokenLifetime)
        .default({ days: DEFAULT_LIFETIME_DAYS } satisfies TokenLifetime, `${DEFAULT_LIFETIME_DAYS}d`),
    );
}

/**
 * Parses `90d` or `never`.
 *
 * @throws InvalidArgumentError for anything else
 */
export function parseTokenLifetime(text: string): TokenLifetime {
  if (text === 'never') return { days: null };
  const days = Number(/^([1-9][0-9]*)d$/.exec(text)?.[1]);
  if (days <= MAX_LIFETIME_DAYS) return { days };
  throw new InvalidArgumentError(`Write days, from 1d to ${MAX_LIFETIME_DAYS}d, or never.`);
}
