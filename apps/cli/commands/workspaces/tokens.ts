import { Command, InvalidArgumentError, Option } from 'commander';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { day, formatFacts, terminalWidth } from '#apps/terminal/text-layout.ts';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';

type WorkspaceOption = { workspace?: string };

/** Null means never. Wrapped in an object because commander treats a bare null as a missing value. */
type Lifetime = { days: number | null };

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
      text: plainTable(
        ['TOKEN', 'ROLE', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED', 'NAME'],
        tokens.map(({ id, role, createdAt, lastUsedOn, expiresAt, revokedAt, name }) => [
          id,
          role,
          day(createdAt),
          lastUsedOn ?? 'never',
          expiresAt === null ? 'never' : day(expiresAt),
          revokedAt === null ? '-' : day(revokedAt),
          name,
        ]),
        terminalWidth(),
      ),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

function createTokenCommand(): Command {
  const command = withWorkspace(new Command('create').description('create a token and print it once'))
    .requiredOption('--name <name>', 'what the token is for')
    .addOption(
      new Option('--role <role>', 'viewer reads, editor also writes, admin also manages tokens')
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--expires <lifetime>', 'days (90d) or never (default: 90d)').argParser(parseLifetime),
    );

  defineAction<[], WorkspaceOption & { name: string; role: Role; expires?: Lifetime }>(
    command,
    async (_args, { workspace, name, role, expires }, service) => {
      const workspaceId = await toWorkspace(service, workspace);
      const { token } = await service.client.createToken({
        params: { workspaceId },
        body: { name, role, expiresInDays: expires?.days },
      });
      const facts = formatFacts([
        ['Id', token.id],
        ['Name', oneLine(token.name)],
        ['Workspace', token.workspaceId],
        ['Role', token.role],
        ['Expires', token.expiresAt === null ? 'never' : day(token.expiresAt)],
      ]);
      return {
        json: { token },
        text: `${token.token}\n\nThis token will not be shown again: store it now.\n\n${facts}`,
      };
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
    return {
      json: { token },
      text: `Revoked token ${token.id} (${oneLine(token.name)}). It stops working within a minute.`,
    };
  });
  return command;
}

function parseLifetime(text: string): Lifetime {
  if (text === 'never') return { days: null };
  const [, days] = /^([1-9][0-9]{0,3})d$/.exec(text) ?? [];
  if (days === undefined) throw new InvalidArgumentError('Write days (90d) or never.');
  return { days: Number(days) };
}
