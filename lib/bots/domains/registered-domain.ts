/** A host name under which a workspace's bots have pages. */
export type RegisteredDomain = {
  name: string;
  workspaceId: string;
  /** ISO time. */
  createdAt: string;
};
