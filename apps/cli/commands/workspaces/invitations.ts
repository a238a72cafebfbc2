import { Command, Option } from 'commander';
import { findSiteUrl } from '#apps/cli/service/find-site-url.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { formatFacts, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { day, terminalWidth } from '#apps/terminal/text-layout.ts';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';
import type { CreatedInvitation, Invitation } from '#lib/workspaces/invitations/invitation.ts';

type WorkspaceOption = { workspace?: string };

/** `invitations list`, `invitations create` and `invitations revoke`, for admins of a workspace. */
export function buildInvitationsCommand(): Command {
  return new Command('invitations')
    .description('invite people to a workspace, list and revoke invitations')
    .addCommand(listInvitationsCommand())
    .addCommand(createInvitationCommand())
    .addCommand(revokeInvitationCommand());
}

function listInvitationsCommand(): Command {
  const command = withWorkspace(new Command('list').description('list pending invitations, newest first'));

  defineAction<[], WorkspaceOption>(command, async (_args, { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { invitations } = await service.client.listInvitations({ params: { workspaceId } });
    return { json: { invitations }, text: formatInvitations(invitations) };
  });
  return command;
}

function createInvitationCommand(): Command {
  const command = withWorkspace(
    new Command('create')
      .description('create an invitation and print its link once')
      .requiredOption('--name <name>', 'whom it is for: a name or an address, 1 to 100 characters')
      .addOption(
        new Option('--role <role>', 'viewer reads, editor also writes, admin also manages tokens')
          .choices(ROLES)
          .makeOptionMandatory(),
      ),
  );

  defineAction<[], WorkspaceOption & { name: string; role: Role }>(
    command,
    async (_args, { workspace, name, role }, service) => {
      const workspaceId = await toWorkspace(service, workspace);
      const isConsole = (await findSiteUrl(service.baseUrl)) !== undefined;
      const created = await service.client.createInvitation({
        params: { workspaceId },
        body: { name, role },
      });
      const link = isConsole ? `${service.baseUrl.replace(/\/+$/, '')}${created.path}` : undefined;
      return { json: { ...created, ...(link && { link }) }, text: formatCreatedInvitation(created, link) };
    },
  );
  return command;
}

function revokeInvitationCommand(): Command {
  const command = withWorkspace(
    new Command('revoke')
      .description('revoke an invitation that nobody has accepted')
      .argument('<invitation>', 'id of the invitation, as shown by invitations list'),
  );

  defineAction<[string], WorkspaceOption>(command, async ([invitationId], { workspace }, service) => {
    const workspaceId = await toWorkspace(service, workspace);
    const { invitation } = await service.client.revokeInvitation({ params: { workspaceId, invitationId } });
    return {
      json: { invitation },
      text: `Revoked invitation ${oneLine(`${invitation.id} (${invitation.name})`)}.`,
    };
  });
  return command;
}

function formatInvitations(invitations: readonly Invitation[]): string {
  if (invitations.length === 0) return 'There are no pending invitations.';
  return plainTable(
    ['INVITATION', 'ROLE', 'CREATED', 'EXPIRES', 'BY', 'FOR'],
    invitations.map(({ id, role, createdAt, expiresAt, createdBy, name }) => [
      id,
      role,
      day(createdAt),
      day(expiresAt),
      createdBy.tokenName,
      name,
    ]),
    terminalWidth(),
  );
}

/** Begins with the link on a line of its own, which `head -1` takes. */
function formatCreatedInvitation({ invitation, path }: CreatedInvitation, link: string | undefined): string {
  const facts = formatFacts([
    ['Id', invitation.id],
    ['For', invitation.name],
    ['Workspace', invitation.workspaceId],
    ['Role', invitation.role],
    ['Expires', day(invitation.expiresAt)],
  ]);
  const note = link
    ? 'This link will not be shown again, and works once: send it to that person alone.'
    : "The console's address, followed by this path, is the link for that person. It will not be shown again.";
  return `${oneLine(link ?? path)}\n\n${note}\n\n${facts}`;
}
