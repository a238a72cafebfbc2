import type { Role } from '#lib/platform/auth/role.ts';

/** A person of a workspace of the source, who has to be invited here: nobody's access moves by itself. */
export type MovedPerson = {
  /** Address or name. `*` if the source did not list its people: `reason` says why. */
  person: string;
  /** Workspace of the target. */
  workspaceId: string;
  /** Role in the source, such as `GUEST`. Absent if people were not listed. */
  sourceRole?: string;
  /** The role here that comes closest. */
  role?: Role;
  /** Whether the person has not accepted the invitation there. */
  isInvited?: true;
  /** Invites the person here, and prints the link to send. */
  command?: string;
  reason?: string;
};
