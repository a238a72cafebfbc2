/** What `/_config.json` of the console's site says. Read by the console, and by `bots login` at the console's address. */
export type ConsoleConfig = {
  /** Origin of the bots' site: pages, embed and chat API. */
  botsUrl: string;
};
