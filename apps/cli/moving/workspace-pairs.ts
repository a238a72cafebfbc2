import type { Source, SourceWorkspace } from '#apps/cli/moving/source/source.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { includesRole, type Role } from '#lib/platform/auth/role.ts';
import type { WorkspacePair } from './move.ts';

/**
 * Decides which workspace here the bots of each workspace of the source go to: the one that `to` names, or the one
 * of the same name, or, if there is one on each side, that one.
 *
 * @param chosen ids or names of the only workspaces to move
 * @param to id or name of the workspace here, for all of them
 * @param role the role that the move needs there
 * @throws Error if a workspace is not found, has nowhere to go, or the token's role does not suffice
 */
export async function pairWorkspaces(
  source: Source,
  { client }: Service,
  { chosen, to, role }: { chosen?: string[] | undefined; to?: string | undefined; role: Role },
): Promise<WorkspacePair[]> {
  const [all, { workspaces: here }] = await Promise.all([source.listWorkspaces(), client.getMe()]);
  const selected = chosen ? chosen.map((wanted) => findWorkspace('source', all, wanted)) : all;
  if (selected.length === 0)
    throw new Error('The source shows no workspace to this token. Is the address right?');
  const named = to === undefined ? undefined : findWorkspace('token here', here, to);
  const onlyPair = selected.length === 1 && here.length === 1 ? here[0] : undefined;
  return selected.map((workspace) => {
    const target = named ?? findSameName(workspace, selected, here) ?? onlyPair;
    if (!target) throw new Error(whereTo(selected, here));
    if (!includesRole(target.role, role)) {
      throw new Error(
        `The token has the role ${target.role} in the workspace ${oneLine(target.name)} here, but this needs ${role}`,
      );
    }
    return { ...workspace, workspaceId: target.id };
  });
}

type WorkspaceHere = SourceWorkspace & { role: Role };

function findSameName(
  workspace: SourceWorkspace,
  selected: SourceWorkspace[],
  here: WorkspaceHere[],
): WorkspaceHere | undefined {
  assertOnlyOne(workspace, selected);
  const sameName = here.filter(({ name }) => name === workspace.name);
  return sameName.length === 1 ? sameName[0] : undefined;
}

function whereTo(selected: SourceWorkspace[], here: SourceWorkspace[]): string {
  return (
    `The source has the ${selected.length === 1 ? 'workspace' : 'workspaces'} ${formatList(selected)}, and the token here sees ` +
    `${formatList(here)}. Give --to <workspace here> to put all of them there, and with it --workspace <workspace there> to ` +
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
