import { focusWithoutScroll } from '#apps/window/focus-without-scroll.ts';

/**
 * Focuses a control as soon as it appears in place of the one that the respondent has just used. Otherwise, the
 * focus would be lost with the control that is gone. A `ref` of the new control.
 */
export function takeFocus(node: HTMLElement | null): void {
  focusWithoutScroll(node);
}
