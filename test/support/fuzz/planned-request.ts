/** Whose token is sent. */
export type Bearer = 'fitting' | 'viewer' | 'foreign' | 'unknown' | 'none';

/** A request whose placeholders have not been replaced with ids yet. */
export type PlannedRequest = {
  /** What is special about it: `valid`, `nearly valid: null at body.bot`, `hostile: a truncated body`. */
  kind: string;
  bearer: Bearer;
  method: string;
  /** Percent-encoded. */
  path: string;
  /** Percent-encoded, without the question mark. */
  query: string;
  headers: [name: string, value: string][];
  /** Text can hold placeholders, bytes cannot. */
  body: string | Buffer | undefined;
};
