/** An object whose nulls are absent. */
export type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/** Fields as clients in many languages send them: null stands for what they leave out. */
export type OrNull<T> = { [K in keyof T]: T[K] | null };

/** Drops the fields that are null. */
export function withoutNulls<T extends object>(fields: T): WithoutNulls<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as WithoutNulls<T>;
}
