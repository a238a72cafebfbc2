/** Whose token goes along. */
export type Bearer = 'fitting' | 'viewer' | 'foreign' | 'unknown' | 'none';

/** A request before ids have taken the place of its placeholders. */
export type PlannedRequest = {
  /** What is particular about it: `valid`, `nearly valid: null at body.bot`, `hostile: a truncated body`. */
  kind: string;
  bearer: Bearer;
  method: string;
  /** Percent-encoded. */
  path: string;
  /** Percent-encoded, without the question mark. */
  query: string;
  headers: [name: string, value: string][];
  /** Text may hold placeholders, bytes do not. */
  body: string | Buffer | undefined;
};
