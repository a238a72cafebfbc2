/** A variable, group, block or bot in a list. */
export type Named = { id: string; name: string };
