const SVG = 'http://www.w3.org/2000/svg';

/** Elements of pictures of flows. Nothing here runs, loads or links. */
const ELEMENTS = new Set(['svg', 'title', 'defs', 'marker', 'path', 'rect', 'g', 'text']);

const ATTRIBUTES = new Set([
  ...[
    'viewBox',
    'width',
    'height',
    'x',
    'y',
    'rx',
    'd',
    'id',
    'class',
    'data-group-id',
    'data-block-id',
    'data-item-id',
    'data-path-id',
    'data-event-id',
    'data-edge-id',
    'data-jump-id',
  ],
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'marker-end'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor'],
  ...['refX', 'refY', 'markerWidth', 'markerHeight', 'markerUnits', 'orient'],
]);

/** A colour or a name, or a reference to a part of the same picture. */
const HARMLESS = /^(?!.*url\()|^url\(#[a-z]+\)$/i;

/**
 * Turns the picture of a flow into elements. The service escapes what a bot's author wrote, but the console holds a
 * token, so it does not rely on that: the text is parsed as XML, which runs nothing, and built again from a list of
 * what may be in it. As an `<img>` it would be as safe, but nobody could search, colour or focus its groups.
 *
 * @throws Error if the text is not an SVG document
 */
export function toSafeSvg(text: string): SVGSVGElement {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  if (documentElement.namespaceURI !== SVG || documentElement.localName !== 'svg') {
    throw new Error('The response is not a picture.');
  }
  return copy(documentElement) as SVGSVGElement;
}

function copy(from: Element): SVGElement {
  const to = document.createElementNS(SVG, from.localName);
  for (const { name, value } of from.attributes) {
    if (ATTRIBUTES.has(name) && HARMLESS.test(value)) to.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    if (child instanceof Text) to.append(child.data);
    else if (child instanceof Element && child.namespaceURI === SVG && ELEMENTS.has(child.localName)) {
      to.append(copy(child));
    }
  }
  return to;
}
