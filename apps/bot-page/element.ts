type Child = Node | string | undefined | false;

type Properties = {
  class?: string;
  /** All other attributes. Undefined ones are omitted. */
  attributes?: Record<string, string | undefined>;
  onClick?: () => void;
};

/** Creates an element. Strings become text nodes and are never parsed as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, attributes = {}, onClick }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value);
  }
  if (onClick) node.addEventListener('click', onClick);
  node.append(...children.filter((child) => child !== undefined && child !== false));
  return node;
}

export function button(label: string, className: string, onClick?: () => void): HTMLButtonElement {
  return element(
    'button',
    { class: className, attributes: { type: onClick ? 'button' : 'submit' }, ...(onClick && { onClick }) },
    label,
  );
}

let count = 0;

/** Generates an id with which a label can refer to its field. */
export function uniqueId(): string {
  count += 1;
  return `field-${count}`;
}
