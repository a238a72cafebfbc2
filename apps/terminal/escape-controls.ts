/**
 * Characters that change what a terminal shows or does: control characters, line separators, and marks that change the
 * direction of text. Line breaks and tabs stay.
 */
const CONTROLS = /(?!\r?\n|\t)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Writes control characters as JSON does, so that a terminal shows them. JSON stays the same JSON.
 *
 * @example
 * escapeControls('Bakery\u001b[2J'); // 'Bakery\\u001b[2J'
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
