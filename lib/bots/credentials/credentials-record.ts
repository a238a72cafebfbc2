/**
 * `incomplete` if a change of the value did not get to its end, so it is not known which value is stored, or whether there is
 * one. Storing the credentials again, or deleting them, puts that right.
 */
export const CREDENTIALS_STATES = ['stored', 'incomplete'] as const;

export type CredentialsState = (typeof CREDENTIALS_STATES)[number];

/** Stored credentials as the table has them: without their value. */
export type CredentialsRecord = {
  id: string;
  workspaceId: string;
  kind: string;
  /** For people. Absent if nobody gave one. */
  name?: string;
  state: CredentialsState;
  /** ISO times. */
  createdAt: string;
  updatedAt: string;
};
