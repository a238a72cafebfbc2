import type { Source, SourceWorkspace } from '#apps/cli/moving/source/source.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { includesRole, type Role } from '#lib/platform/auth/role.ts';

/** A workspace of the source, and the id of the one in the target that its bots go to. */
export type WorkspacePair = SourceWorkspace & { workspaceId: string };

/**
 * Decides which workspace of the target the bots of each workspace of the source go to: the one that `to` names, or
 * the one of the same name, or, if there is one on each side, that one.
 *
 * @param chosen ids or names of the only workspaces to move
 * @param to id or name of the workspace in the target, for all of them
 * @param role the role that the move needs in the target
 * @throws Error if a workspace is not found, has nowhere to go, or the token's role does not suffice
 */
export async function pairWorkspaces(
  source: Source,
  { client }: Service,
  { chosen, to, role }: { chosen?: string[] | undefined; to?: string | undefined; role: Role },
): Promise<WorkspacePair[]> {
  const [all, { workspaces: targets }] = await Promise.all([source.listWorkspaces(), client.getMe()]);
  const selected = chosen ? chosen.map((wanted) => findWorkspace('source', all, wanted)) : all;
  if (selected.length === 0)
    throw new Error('The source shows no workspace to this token. Is the address right?');
  const named = to === undefined ? undefined : findWorkspace('token here', targets, to);
  const onlyPair = selected.length === 1 && targets.length === 1 ? targets[0] : undefined;
  return selected.map((workspace) => {
    const target = named ?? findSameName(workspace, selected, targets) ?? onlyPair;
    if (!target) throw new Error(describeChoice(selected, targets));
    if (!includesRole(target.role, role)) {
      throw new Error(
        `The token has the role ${target.role} in the workspace ${oneLine(target.name)} here, but this needs ${role}`,
      );
    }
    return { ...workspace, workspaceId: target.id };
  });
}

type WorkspaceWithRole = SourceWorkspace & { role: Role };

function findSameName(
  workspace: SourceWorkspace,
  selected: SourceWorkspace[],
  targets: WorkspaceWithRole[],
): WorkspaceWithRole | undefined {
  assertOnlyOne(workspace, selected);
  const sameName = targets.filter(({ name }) => name === workspace.name);
  return sameName.length === 1 ? sameName[0] : undefined;
}

function describeChoice(selected: SourceWorkspace[], targets: SourceWorkspace[]): string {
  return (
    `The source has the ${selected.length === 1 ? 'workspace' : 'workspaces'} ${formatList(selected)}, and the token here sees ` +
    `${formatList(targets)}. Give --to <workspace here> to put all of them there, and with it --workspace <workspace there> to ` +
    'move only one'
  );
}

function formatList(workspaces: SourceWorkspace[]): string {
  return workspaces.map(({ id, name }) => oneLine(`${name} (${id})`)).join(', ');
}

/** In the database of an installation, many teams may have a workspace of the same name. */
function assertOnlyOne({ name }: SourceWorkspace, selected: SourceWorkspace[]): void {
  const alike = selected.filter((workspace) => workspace.name === name);
  if (alike.length === 1) return;
  throw new Error(
    `The source has ${alike.length} workspaces named ${oneLine(name)}. Move one at a time with --workspace and --to: ` +
      alike.map(({ id }) => oneLine(id)).join(', '),
  );
}

function findWorkspace<W extends SourceWorkspace>(whose: string, all: W[], wanted: string): W {
  const byId = all.find(({ id }) => id === wanted);
  const byName = all.filter(({ name }) => name === wanted);
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (found) return found;
  throw new Error(
    byName.length > 1
      ? `The ${whose} has ${byName.length} workspaces named ${wanted}: give an id. It has ${formatList(all)}`
      : `The ${whose} has no workspace ${wanted}. It has ${formatList(all)}`,
  );
}
