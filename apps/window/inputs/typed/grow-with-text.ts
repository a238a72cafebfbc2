/** Makes a text area as high as its text where the style sheet cannot: Safari has `field-sizing` only since version 26.2. */
export function growWithText(field: HTMLElement | null): void {
  if (!(field instanceof HTMLTextAreaElement) || CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  const borders = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borders}px`;
}
