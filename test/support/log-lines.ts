import { vi } from 'vitest';

/** A parsed log line. */
export type LogLine = Record<string, unknown>;

/**
 * Returns the result of `run`, and the lines that functions in this process logged meanwhile. A suite that uses
 * this must set LOG_LEVEL and POWERTOOLS_METRICS_DISABLED before any import, with `vi.hoisted`.
 */
export async function recordingLines<T>(run: () => Promise<T>): Promise<{ value: T; lines: LogLine[] }> {
  let printed = '';
  const recorded = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    }),
  );
  try {
    const value = await run();
    const lines = printed.split('\n').filter((line) => line.startsWith('{'));
    return { value, lines: lines.map((line) => JSON.parse(line) as LogLine) };
  } finally {
    for (const stream of recorded) stream.mockRestore();
  }
}
