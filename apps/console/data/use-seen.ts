import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Tells whether an element has been on screen yet, for what is to be loaded only then. */
export function useSeen<T extends Element>(): { ref: RefObject<T>; isSeen: boolean } {
  const ref = useRef<T>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !ref.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}
