/** Outcome of moving a folder. */
export type MovedFolder = {
  /** The same there and here, so that bots stay in it. `*` if the source did not list its folders. */
  id: string;
  name: string;
  /** Workspace of the target. */
  workspaceId: string;
  outcome:
    | 'created'
    /** It is here already, and stays as it is. */
    | 'unchanged'
    /** Refused by the service: `reason` says why. Its bots are here, in no folder that has a name. */
    | 'refused'
    /** The source did not list its folders. `reason` says why. */
    | 'unreadable'
    /** In a dry run. */
    | 'movable';
  reason?: string;
};
