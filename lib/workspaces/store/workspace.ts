/** Bots and tokens belong to a workspace. Whoever may see a workspace sees all of its bots. */
export type Workspace = {
  id: string;
  name: string;
  /** ISO time. */
  createdAt: string;
};

/** A workspace as one of its makers sees it. */
export type MadeWorkspace = Workspace & {
  /** Id of the workspace whose token made it. */
  madeBy: string;
};
