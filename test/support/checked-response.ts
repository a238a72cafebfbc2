/** A response with its body parsed, as far as it is JSON. */
export type CheckedResponse = { status: number; headers: Headers; body: unknown };
