import { isMotionReduced } from './reduced-motion.ts';

/** On a fast network, nothing flickers. */
const DELAY_MS = 600;

/**
 * Three dots where a chat will be, until its code and theme have loaded. They have inline styles because no style sheet
 * has loaded yet, and a grey that is visible on light and dark backgrounds.
 */
export function createWaitingSign(): HTMLElement {
  const sign = document.createElement('div');
  sign.setAttribute('role', 'status');
  sign.setAttribute('aria-label', 'Loading');
  sign.style.cssText =
    'position:absolute;inset:0;display:grid;place-content:center;grid-auto-flow:column;gap:6px';
  for (const index of [0, 1, 2]) {
    const dot = document.createElement('span');
    dot.style.cssText = 'width:10px;height:10px;border-radius:50%;background:#808080';
    const frames = isMotionReduced() ? [0.7, 0.7] : [0.3, 1, 0.3];
    dot.style.opacity = '0';
    dot.animate(
      { opacity: frames },
      { duration: 1_200, delay: DELAY_MS + 150 * index, iterations: Number.POSITIVE_INFINITY },
    );
    sign.append(dot);
  }
  return sign;
}
