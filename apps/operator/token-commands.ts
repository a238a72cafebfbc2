import { Command, InvalidArgumentError, Option } from 'commander';
import { day, formatFacts, table } from '#apps/terminal/text-layout.ts';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';
import { requireWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import type { Token } from '#lib/workspaces/tokens/store/token.ts';
import { insertToken, markRevoked, readAllTokens } from '#lib/workspaces/tokens/store/token-store.ts';
import { defineAction } from './database-action.ts';
import { expiryAfter, parseTokenLifetime, type TokenLifetime } from './token-lifetime.ts';

/** `token create`, `token list` and `token revoke`. */
export function tokenCommands(): Command {
  const group = new Command('token').description('create, list and revoke access tokens');

  defineAction<[], { workspace: string; role: Role; name: string; expires: TokenLifetime }>(
    withWorkspace(group.command('create').description('create a token and print it once'))
      .addOption(
        new Option('--role <role>', 'viewer reads, editor also writes, admin also manages tokens')
          .choices(ROLES)
          .makeOptionMandatory(),
      )
      .requiredOption('--name <name>', 'what the token is for, 1 to 100 characters')
      .addOption(
        new Option('--expires <lifetime>', 'days (90d), hours (12h) or never')
          .argParser(lifetimeArgument)
          .default(parseTokenLifetime('90d'), '90d'),
      ),
    async (_args, { workspace, role, name, expires }, database) => {
      const now = new Date();
      const expiresAt = expiryAfter(expires, now);
      const created = await insertToken({
        workspaceId: workspace,
        role,
        name,
        now,
        ...(expiresAt && { expiresAt }),
      });
      const facts = formatFacts([
        ['Id', created.id],
        ['Name', created.name],
        ['Workspace', created.workspaceId],
        ['Role', created.role],
        ['Expires', created.expiresAt ? day(created.expiresAt) : 'never'],
        ['Database', database],
      ]);
      return {
        json: created,
        text: `${created.token}\n\nThis token will not be shown again: store it now.\n\n${facts}`,
      };
    },
  );

  defineAction<[], { workspace: string }>(
    withWorkspace(group.command('list').description("show a workspace's tokens, newest first")),
    async (_args, { workspace }) => {
      const { name } = await requireWorkspace(workspace);
      const tokens = await readAllTokens(workspace);
      if (tokens.length === 0) return { json: [], text: `The workspace ${name} has no tokens.` };
      return {
        json: tokens,
        text: table(
          ['TOKEN', 'NAME', 'ROLE', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
          tokens.map(toRow),
        ),
      };
    },
  );

  defineAction<[string], { workspace: string }>(
    withWorkspace(
      group
        .command('revoke')
        .description('revoke a token, which stops working within a minute')
        .argument('<tokenId>', 'as shown by token list'),
    ),
    async ([tokenId], { workspace }) => {
      await requireWorkspace(workspace);
      const token = await markRevoked(workspace, tokenId);
      return {
        json: token,
        text: `Revoked token ${token.id} (${token.name}). It stops working within a minute.`,
      };
    },
  );

  return group;
}

function withWorkspace(command: Command): Command {
  return command.requiredOption('--workspace <id>', 'as shown by workspace list');
}

function lifetimeArgument(text: string): TokenLifetime {
  const lifetime = parseTokenLifetime(text);
  if (lifetime === undefined) {
    throw new InvalidArgumentError('Write days (90d), hours (12h) or never.');
  }
  return lifetime;
}

function toRow(token: Token): string[] {
  return [
    token.id,
    token.name,
    token.role,
    day(token.createdAt),
    token.lastUsedOn ?? 'never',
    token.expiresAt ? day(token.expiresAt) : 'never',
    token.revokedAt ? day(token.revokedAt) : '-',
  ];
}
