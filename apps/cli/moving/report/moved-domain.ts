/** Outcome of moving a host name that a workspace of the source had registered for its bots. */
export type MovedDomain = {
  /** `*` if the source did not list its names. */
  name: string;
  /** Workspace of the target. */
  workspaceId: string;
  outcome:
    | 'registered'
    /** Refused by the service: `reason` says who has to do what. Bots keep their addresses meanwhile. */
    | 'refused'
    /** The source did not list its names. `reason` says why. */
    | 'unreadable'
    /** In a dry run. */
    | 'movable';
  reason?: string;
};
