/*
 * Token for previews, kept in the history entry of the preview until the tab is closed: it survives a reload, and no
 * other page sees it. In sessionStorage it would be within reach of bots' scripts, whose pages have the same origin and
 * come back from the browser's cache without loading again.
 */

/**
 * Takes the token from the fragment `#token=…`, which is never sent to a server, and removes it from the
 * address bar.
 */
export function takePreviewToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) rememberToken(given);
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : undefined;
}

export function rememberToken(token: string): void {
  history.replaceState({ token }, '', location.pathname + location.search);
}

export function forgetToken(): void {
  history.replaceState(null, '', location.pathname + location.search);
}
