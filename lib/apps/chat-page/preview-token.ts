/* The token for previews. Kept in this tab only, and gone when the tab is closed. */

const KEY = 'preview-token';

/**
 * Takes the token from `#token=…` in the address, which no server and no log gets to see, and removes it from
 * there.
 */
export function previewToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEY);
}
