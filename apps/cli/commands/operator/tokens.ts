import { Command } from 'commander';
import { type NewTokenOptions, withNewToken } from '#apps/cli/token-options.ts';
import { formatCreatedToken, formatRevokedToken, formatTokens } from '#apps/cli/token-text.ts';
import { defineOperatorAction } from './operator-action.ts';

type WorkspaceOption = { workspace: string };

/** `operator tokens list`, `create` and `revoke`, for any workspace. */
export function operatorTokensCommand(): Command {
  return new Command('tokens')
    .description('list, create and revoke the tokens of any workspace')
    .addCommand(listTokensCommand())
    .addCommand(createTokenCommand())
    .addCommand(revokeTokenCommand());
}

function listTokensCommand(): Command {
  const command = withWorkspace(new Command('list').description('list all tokens, newest first'));

  defineOperatorAction<[], WorkspaceOption>(command, async (_args, { workspace }) => {
    const { requireWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
    const { readAllTokens } = await import('#lib/workspaces/tokens/store/token-store.ts');
    await requireWorkspace(workspace);
    const tokens = await readAllTokens(workspace);
    return { json: { tokens }, text: formatTokens(tokens) };
  });
  return command;
}

function createTokenCommand(): Command {
  const command = withNewToken(
    withWorkspace(new Command('create').description('create a token and print it once')),
  );

  defineOperatorAction<[], WorkspaceOption & NewTokenOptions>(
    command,
    async (_args, { workspace, role, name, expires }, { description }) => {
      const { insertToken } = await import('#lib/workspaces/tokens/store/token-store.ts');
      const { expiryInDays } = await import('#lib/workspaces/tokens/store/expiry.ts');
      const now = new Date();
      const expiresAt = expiryInDays(expires.days, now);
      const token = await insertToken({
        workspaceId: workspace,
        role,
        name,
        now,
        ...(expiresAt && { expiresAt }),
      });
      return { json: { token }, text: formatCreatedToken(token, [['Database', description]]) };
    },
  );
  return command;
}

function revokeTokenCommand(): Command {
  const command = withWorkspace(
    new Command('revoke')
      .description('revoke a token')
      .argument('<token>', 'id of the token, as shown by operator tokens list'),
  );

  defineOperatorAction<[string], WorkspaceOption>(command, async ([tokenId], { workspace }) => {
    const { requireWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
    const { markRevoked } = await import('#lib/workspaces/tokens/store/token-store.ts');
    await requireWorkspace(workspace);
    const token = await markRevoked(workspace, tokenId);
    return { json: { token }, text: formatRevokedToken(token) };
  });
  return command;
}

function withWorkspace(command: Command): Command {
  return command.requiredOption('-w, --workspace <id>', 'as shown by operator workspaces list');
}
