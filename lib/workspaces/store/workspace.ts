/** A workspace owns bots and tokens. Access to a workspace includes access to all of its bots. */
export type Workspace = {
  id: string;
  name: string;
  /** ISO time. */
  createdAt: string;
};

/** A workspace as its makers see it. */
export type MadeWorkspace = Workspace & {
  /** Id of the workspace whose token created it. */
  madeBy: string;
};
