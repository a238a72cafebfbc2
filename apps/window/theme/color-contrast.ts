/* Contrast of colours, https://www.w3.org/TR/WCAG22/#contrast-minimum */

const DARK = '#202020';
const LIGHT = '#ffffff';
/** Below this opacity, the colour beneath decides. */
const MIN_OPACITY = 0.5;
const MIN_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * White or nearly black text, whichever can be read on a background. White is preferred where both can.
 *
 * @returns undefined for a colour that the browser does not know, or that is mostly transparent
 */
export function readableOn(background: string): string | undefined {
  const rgb = parseColor(background);
  if (!rgb) return undefined;
  const onLight = contrast(rgb, [255, 255, 255]);
  return onLight >= MIN_CONTRAST || onLight >= contrast(rgb, [32, 32, 32]) ? LIGHT : DARK;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Lets the browser parse the colour: a canvas gives every notation of sRGB back as hex or `rgba()`. */
function parseColor(color: string): Rgb | undefined {
  if (!CSS.supports('color', color)) return undefined;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  canvas.fillStyle = color;
  const parsed = String(canvas.fillStyle);
  if (parsed.startsWith('#')) {
    const number = Number.parseInt(parsed.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  }
  const [red = 0, green = 0, blue = 0, opacity = 1] = parsed.match(/[\d.]+/g)?.map(Number) ?? [];
  return parsed.startsWith('rgba') && opacity >= MIN_OPACITY ? [red, green, blue] : undefined;
}
