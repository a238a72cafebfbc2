import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Compares rows by `createdAt`, an ISO 8601 text in UTC. */
export function byTime(a: JsonObject, b: JsonObject): number {
  return compare(String(a.createdAt), String(b.createdAt));
}

/** The API returns logs in no defined order. Their ids tell those of the same millisecond apart. */
export function byTimeAndId(a: JsonObject, b: JsonObject): number {
  return byTime(a, b) || compare(String(a.id), String(b.id));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
