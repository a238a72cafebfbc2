/** A host name under which a workspace's bots have pages. */
export type CustomDomain = {
  name: string;
  workspaceId: string;
  /** ISO time. */
  createdAt: string;
};
