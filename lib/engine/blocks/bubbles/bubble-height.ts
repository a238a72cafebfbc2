/** Parses a bubble's height in pixels. Documents store it as a number, a string or a variable. */
export function bubbleHeight(height: string | number | undefined): number | undefined {
  const pixels = typeof height === 'string' ? Number.parseFloat(height) : height;
  return Number.isFinite(pixels) ? pixels : undefined;
}
