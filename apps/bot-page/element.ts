type Child = Node | string;

type Properties = {
  class?: string;
  /** All other attributes. */
  attributes?: Record<string, string>;
};

/** Creates an element. Strings become text nodes and are never parsed as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, attributes = {} }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
