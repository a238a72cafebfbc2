import type { Service } from '#lib/apps/cli/connection.ts';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';
import type { WorkspacePair } from './move.ts';
import type { Source, SourceWorkspace } from './source.ts';

/**
 * Decides which workspace here the bots of each workspace of the source go to: the one that `to` names, or the one
 * of the same name, or, if there is one on each side, that one.
 *
 * @param chosen ids or names of the only workspaces to move
 * @param to id of the workspace here, for all of them
 * @throws Error if a workspace is not found, or has nowhere to go
 */
export async function pairWorkspaces(
  source: Source,
  { client }: Service,
  { chosen, to }: { chosen?: string[] | undefined; to?: string | undefined },
): Promise<WorkspacePair[]> {
  const all = await source.listWorkspaces();
  const selected = chosen ? chosen.map((wanted) => findWorkspace(all, wanted)) : all;
  if (selected.length === 0) throw new Error('The source shows no workspace to this token');
  if (to !== undefined) return selected.map((workspace) => ({ ...workspace, workspaceId: to }));

  const { workspaces: here } = await client.getMe();
  const onlyPair = selected.length === 1 && here.length === 1 ? here[0] : undefined;
  return selected.map((workspace) => {
    const sameName = here.filter(({ name }) => name === workspace.name);
    const target = sameName.length === 1 ? sameName[0] : onlyPair;
    if (target) return { ...workspace, workspaceId: target.id };
    const name = oneLine(workspace.name);
    throw new Error(
      `Where should the workspace ${name} go? Name one here with --to, and move one workspace at a time with ` +
        `--workspace ${workspace.id}`,
    );
  });
}

function findWorkspace(all: SourceWorkspace[], wanted: string): SourceWorkspace {
  const byId = all.find(({ id }) => id === wanted);
  const byName = all.filter(({ name }) => name === wanted);
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (found) return found;
  const known = all.map(({ id, name }) => oneLine(`${name} (${id})`)).join(', ');
  throw new Error(
    byName.length > 1
      ? `The source has ${byName.length} workspaces named ${wanted}: give an id. It has ${known}`
      : `The source has no workspace ${wanted}. It has ${known}`,
  );
}
