/* Token for previews, kept in sessionStorage until the tab is closed. */

const KEY = 'preview-token';

/**
 * Takes the token from the fragment `#token=…`, which is never sent to a server, and removes it from the
 * address bar.
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
