import type { MovedPerson } from '#apps/cli/moving/report/moved-person.ts';
import { type Source, type SourcePerson, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import type { MoveStep } from './move-state.ts';

/** The source's roles. A guest sees single bots there, and here the least that a person can have. */
const TARGET_ROLES: Readonly<Record<string, Role>> = { ADMIN: 'admin', MEMBER: 'editor', GUEST: 'viewer' };

/** As long as an invitation's name may be. */
const MAX_NAME_LENGTH = 100;

/**
 * Lists who has access to the source's workspaces, with the command that invites each of them here. It invites nobody:
 * whoever has the link of an invitation is let in, so a person hands it over.
 */
export const listPeople: MoveStep = async (state, { source, workspaces }) => {
  const people: MovedPerson[] = [];
  for (const { id, workspaceId } of workspaces) people.push(...(await readPeople(source, id, workspaceId)));
  return { ...state, people };
};

/** A token there may not be allowed to list people. If the source is down, the next step says so. */
async function readPeople(source: Source, id: string, workspaceId: string): Promise<MovedPerson[]> {
  try {
    return (await source.listPeople(id)).map((person) => toMovedPerson(person, workspaceId));
  } catch (error) {
    if (!(error instanceof SourceUnreadableError)) throw error;
    return [{ person: '*', workspaceId, reason: error.message }];
  }
}

function toMovedPerson({ email, name, role, isInvited }: SourcePerson, workspaceId: string): MovedPerson {
  const person = (email || name || 'without a name').slice(0, MAX_NAME_LENGTH).toWellFormed();
  const targetRole = (Object.hasOwn(TARGET_ROLES, role) && TARGET_ROLES[role]) || 'viewer';
  const words = ['--name', quoteWord(person), '--role', targetRole, '--workspace', quoteWord(workspaceId)];
  return {
    person,
    workspaceId,
    sourceRole: role,
    role: targetRole,
    ...(isInvited && { isInvited }),
    command: `bots invitations create ${words.join(' ')}`,
  };
}
