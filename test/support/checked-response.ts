/** A received response. `body` is parsed if it is JSON, otherwise text. */
export type CheckedResponse = { status: number; headers: Headers; body: unknown };
