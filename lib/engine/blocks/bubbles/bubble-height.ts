/** The height of a bubble in pixels, which a document holds as a number, the text of one, or a variable's. */
export function bubbleHeight(height: string | number | undefined): number | undefined {
  const pixels = typeof height === 'string' ? Number.parseFloat(height) : height;
  return Number.isFinite(pixels) ? pixels : undefined;
}
