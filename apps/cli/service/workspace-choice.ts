import type { Command } from 'commander';
import type { Service } from './connection.ts';

export function withWorkspace(command: Command): Command {
  return command.option('-w, --workspace <id>', "default: the token's workspace, if it has only one");
}

/**
 * Returns the chosen workspace, or else the token's only one.
 *
 * @throws Error if none is chosen and the token does not have exactly one
 */
export async function toWorkspace({ client }: Service, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { workspaces } = await client.getMe();
  const [first, ...others] = workspaces;
  if (first && others.length === 0) return first.id;
  if (!first) throw new Error('The token has no workspace');
  throw new Error(`The token has ${workspaces.length} workspaces: choose one with --workspace`);
}
