import { Command } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { type NewTokenOptions, withNewToken } from '#apps/cli/token-options.ts';
import { formatCreatedToken, formatRevokedToken, formatTokens } from '#apps/cli/token-text.ts';

type WorkspaceOption = { workspace?: string };

/** `tokens list`, `tokens create` and `tokens revoke`, for admins of a workspace. */
export function tokensCommand(): Command {
  return new Command('tokens')
    .description('list, create and revoke the tokens of a workspace')
    .addCommand(listTokensCommand())
    .addCommand(createTokenCommand())
    .addCommand(revokeTokenCommand());
}

function listTokensCommand(): Command {
  const command = withPages(withWorkspace(new Command('list').description('list tokens, newest first')));

  defineAction<[], ListOptions & WorkspaceOption>(command, async (_args, options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { items: tokens, nextCursor } = await readList('tokens', options, (page) =>
      service.client.listTokens({ params: { workspaceId }, query: page }),
    );
    return {
      json: { tokens, ...(nextCursor !== undefined && { nextCursor }) },
      text: formatTokens(tokens),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

function createTokenCommand(): Command {
  const command = withNewToken(
    withWorkspace(new Command('create').description('create a token and print it once')),
  );

  defineAction<[], WorkspaceOption & NewTokenOptions>(
    command,
    async (_args, { workspace, name, role, expires }, service) => {
      const workspaceId = await toWorkspace(service, workspace);
      const { token } = await service.client.createToken({
        params: { workspaceId },
        body: { name, role, expiresInDays: expires.days },
      });
      return { json: { token }, text: formatCreatedToken(token) };
    },
  );
  return command;
}

function revokeTokenCommand(): Command {
  const command = withWorkspace(
    new Command('revoke')
      .description('revoke a token')
      .argument('<token>', 'id of the token, as shown by tokens list'),
  );

  defineAction<[string], WorkspaceOption>(command, async ([tokenId], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { token } = await service.client.revokeToken({ params: { workspaceId, tokenId } });
    return { json: { token }, text: formatRevokedToken(token) };
  });
  return command;
}
