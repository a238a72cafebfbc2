import { isMotionReduced } from './reduced-motion.ts';

/** Below this distance from the end, the respondent counts as reading the end. */
const NEAR_END_PX = 80;
/** Space above what is scrolled to. */
const MARGIN_PX = 12;

export type WindowScroll = {
  /** Shows what was added last: to the end, but never past the beginning of what is new. */
  showLatest(): void;
  stop(): void;
};

/**
 * Scrolls the conversation, and nothing around the window: a website must not move because a bot speaks.
 *
 * Anything that makes the conversation longer later, such as a picture that has loaded or an error in a form, scrolls it,
 * too, unless the respondent has scrolled up to read.
 */
export function createWindowScroll(container: HTMLElement): WindowScroll {
  let isAtEnd = true;
  let heightPx = 0;
  const findScroller = () =>
    container.querySelector<HTMLElement>('.is-boxed .chat-view, :not(.is-boxed) > .scroller');

  const showLatest = () => {
    const scroller = findScroller();
    if (!scroller) return;
    const { top } = scroller.getBoundingClientRect();
    const latest = [...scroller.querySelectorAll('.bubble')].at(-1);
    const latestPx = latest
      ? latest.getBoundingClientRect().top - top + scroller.scrollTop - MARGIN_PX
      : Number.POSITIVE_INFINITY;
    const endPx = scroller.scrollHeight - scroller.clientHeight;
    isAtEnd = true;
    scroller.scrollTo({
      top: Math.min(endPx, latestPx),
      behavior: isMotionReduced() ? 'instant' : 'smooth',
    });
  };

  const showAlert = (scroller: HTMLElement) => {
    const alert = [...scroller.querySelectorAll('[role="alert"]')].findLast(
      (node) => node.textContent !== '',
    );
    if (!alert) return;
    const below = alert.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    if (below > 0) scroller.scrollBy({ top: below + MARGIN_PX });
  };

  const onScroll = () => {
    const scroller = findScroller();
    if (scroller) isAtEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < NEAR_END_PX;
  };
  // Scroll events do not bubble.
  container.addEventListener('scroll', onScroll, { capture: true, passive: true });

  const observer = new ResizeObserver(() => {
    const scroller = findScroller();
    if (!scroller) return;
    const grown = scroller.scrollHeight > heightPx;
    heightPx = scroller.scrollHeight;
    if (!grown) return;
    if (isAtEnd) showLatest();
    showAlert(scroller);
  });
  let observed: Element[] = [];
  const observe = () => {
    const parts = [...container.querySelectorAll('.log, .input-area')];
    if (parts.every((part, index) => part === observed[index]) && parts.length === observed.length) return;
    observer.disconnect();
    observed = parts;
    for (const part of parts) observer.observe(part);
  };

  return {
    showLatest() {
      observe();
      showLatest();
    },
    stop() {
      observer.disconnect();
      container.removeEventListener('scroll', onScroll, { capture: true });
    },
  };
}
