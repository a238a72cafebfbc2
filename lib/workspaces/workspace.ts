/** What bots and tokens belong to: whoever may see a workspace sees all of its bots. */
export type Workspace = {
  id: string;
  name: string;
  /** ISO time. */
  createdAt: string;
};
