/** Content of `/_config.json` of the console's site. Read by the console, and by `bots login` at the console's address. */
export type ConsoleConfig = {
  /** Origin of the bots' site: pages, embed and chat API. */
  botsUrl: string;
  /** Whether each workspace's bots have their pages at an origin of their own. */
  hasWorkspaceOrigins?: boolean;
  /**
   * The identity provider with which people sign in, and the workspace that they sign in to. Absent if there is none.
   */
  signIn?: { issuer: string; clientId: string; workspaceId?: string };
  /** The OAuth client with which admins give bots access to Google accounts. Absent if the operator has set none. */
  google?: { clientId: string };
  /** Whether the service stores files. */
  hasFiles?: boolean;
};
