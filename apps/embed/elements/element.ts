type Attributes = Record<string, string>;

/** Creates an element without parsing markup, which pages with Trusted Types refuse. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A button with a picture, or with text where the picture has no meaning of its own. */
export function iconButton(className: string, label: string, icon: Node, act: () => void): HTMLButtonElement {
  const node = createElement('button', { type: 'button', class: className, 'aria-label': label }, icon);
  node.addEventListener('click', act);
  return node;
}

/** An icon of 24 units. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** Replaces an element's custom properties. The browser ignores values that do not fit where they are used. */
export function setVariables(node: HTMLElement, variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) node.style.removeProperty(name);
    else node.style.setProperty(name, value);
  }
}
