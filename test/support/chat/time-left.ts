/** How much is left of a time that begins now. */
export function timeLeft(totalMs: number): () => number {
  const startedMs = performance.now();
  return () => totalMs - (performance.now() - startedMs);
}
