const TEXTS = 'input:not([type=checkbox]), textarea, select, dialog, [contenteditable]';

/** Whether a key or the clipboard belongs to a text that is being edited, or to a dialog. */
export function isInText({ target }: Event): boolean {
  return target instanceof Element && target.closest(TEXTS) !== null;
}
