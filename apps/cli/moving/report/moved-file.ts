/** A file of the source that could not be brought. Its address stays in what is moved. */
export type FailedFile = { address: string; reason: string };

/** Files of a bot and its results. In a dry run, those that would be brought. */
export type MovedFileCounts = { brought: number; bytes: number; failed: FailedFile[] };

export function addFileCounts(one: MovedFileCounts | undefined, other: MovedFileCounts): MovedFileCounts {
  return {
    brought: (one?.brought ?? 0) + other.brought,
    bytes: (one?.bytes ?? 0) + other.bytes,
    failed: [...(one?.failed ?? []), ...other.failed],
  };
}
