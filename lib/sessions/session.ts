/** One respondent's conversation. Its id is the capability: who has it may continue the chat and send logs. */
export type Session = {
  id: string;
  botId: string;
  workspaceId: string;
  resultId: string;
  /** Copied from the bot's settings when the chat began. Empty: every origin may use the session. */
  allowedOrigins: string[];
  createdAt: string;
  expiresAt: Date;
};
