import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export type Surroundings<Node extends HTMLElement> = {
  ref: RefObject<Node>;
  /** The shadow root, in which Zag's machines look for elements by id. */
  getRootNode: () => ShadowRoot | Document;
  /** The direction in which the element's text runs. */
  dir: 'ltr' | 'rtl';
};

/** Finds out where in the page an element is, which libraries cannot know inside of a shadow root. */
export function useSurroundings<Node extends HTMLElement>(): Surroundings<Node> {
  const ref = useRef<Node>(null);
  // Kept, because the machines still look for elements when theirs have left the page.
  const root = useRef<ShadowRoot | Document>(document);
  const [dir, setDir] = useState<'ltr' | 'rtl'>('ltr');
  useLayoutEffect(() => {
    // The libraries write the direction that they are told to the element itself.
    const around = ref.current?.parentElement;
    if (!around) return;
    root.current = around.getRootNode() as ShadowRoot | Document;
    setDir(getComputedStyle(around).direction === 'rtl' ? 'rtl' : 'ltr');
  }, []);
  return { ref, dir, getRootNode: () => root.current };
}
