/** Returns a function that counts down from `totalMs`, starting now. */
export function timeLeft(totalMs: number): () => number {
  const startedMs = performance.now();
  return () => totalMs - (performance.now() - startedMs);
}
