/** A response whose body is parsed if it is JSON. */
export type CheckedResponse = { status: number; headers: Headers; body: unknown };
