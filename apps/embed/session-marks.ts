/* Marks that last as long as the tab. Best effort: storage may be unavailable. */

type Mark = 'opened' | 'preview-dismissed';

const toKey = (mark: Mark, name: string) => `bot-${mark}-${name}`;

export function hasMark(mark: Mark, name: string): boolean {
  try {
    return sessionStorage.getItem(toKey(mark, name)) !== null;
  } catch {
    return false;
  }
}

export function setMark(mark: Mark, name: string, isSet: boolean): void {
  try {
    if (isSet) sessionStorage.setItem(toKey(mark, name), 'true');
    else sessionStorage.removeItem(toKey(mark, name));
  } catch {
    // Storage is disabled.
  }
}
