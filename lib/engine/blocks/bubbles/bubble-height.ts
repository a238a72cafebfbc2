/** The height of a bubble in pixels. Documents hold it as a number, as text, or as a variable. */
export function bubbleHeight(height: string | number | undefined): number | undefined {
  const pixels = typeof height === 'string' ? Number.parseFloat(height) : height;
  return Number.isFinite(pixels) ? pixels : undefined;
}
