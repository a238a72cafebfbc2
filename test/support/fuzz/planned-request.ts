/** Which token to send. */
export type Bearer = 'fitting' | 'viewer' | 'foreign' | 'unknown' | 'none';

/** A generated request with placeholders for ids. */
export type PlannedRequest = {
  /** Description, such as `valid`, `nearly valid: null at body.bot` or `hostile: a truncated body`. */
  kind: string;
  bearer: Bearer;
  method: string;
  /** Percent-encoded path. */
  path: string;
  /** Percent-encoded query, without the question mark. */
  query: string;
  headers: [name: string, value: string][];
  /** Only text can contain placeholders. */
  body: string | Buffer | undefined;
};
