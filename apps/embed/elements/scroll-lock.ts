/*
 * Keeps the page from scrolling while something lies in front of it. A modal dialog makes the page inert, but wheels,
 * fingers and keys still scroll it.
 */

type Styled = { node: HTMLElement; name: string; value: string; priority: string };

let locks = 0;
let before: Styled[] = [];

/**
 * Locks the page.
 *
 * @returns a function that unlocks it, once. The page scrolls again when everyone has unlocked it
 */
export function lockScroll(): () => void {
  if (locks === 0) before = lockPage();
  locks += 1;
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    locks -= 1;
    if (locks > 0) return;
    for (const { node, name, value, priority } of before) node.style.setProperty(name, value, priority);
    before = [];
  };
}

function lockPage(): Styled[] {
  const { documentElement: root, body } = document;
  const hasScrollbar = window.innerWidth > root.clientWidth;
  // The page keeps its place while there is no scroll bar.
  const gutter = hasScrollbar ? [setStyle(root, 'scrollbar-gutter', 'stable')] : [];
  // The browser takes the overflow of the page from the root, or from the body if the root has none. It has to stay where
  // it is: a body that scrolls by itself begins at its top.
  const { overflowX, overflowY } = getComputedStyle(root);
  const scrolling = overflowX === 'visible' && overflowY === 'visible' ? body : root;
  const overflow = ['overflow-x', 'overflow-y'].map((name) => setStyle(scrolling, name, 'hidden'));
  return [...gutter, ...overflow];
}

/** @returns what was there before */
function setStyle(node: HTMLElement, name: string, value: string): Styled {
  const { style } = node;
  const before = {
    node,
    name,
    value: style.getPropertyValue(name),
    priority: style.getPropertyPriority(name),
  };
  style.setProperty(name, value, 'important');
  return before;
}
