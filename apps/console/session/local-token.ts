/*
 * On this machine nobody has to paste a token. Elsewhere neither of the two ways exists: there a link could sign people
 * in to a workspace of someone else.
 */

function isOnThisMachine(): boolean {
  return ['127.0.0.1', 'localhost'].includes(location.hostname);
}

/** Takes the token from the fragment `#token=…`, and removes it from the address bar, even if it does not count. */
export function takeTokenFromAddress(): { token?: string; refusal?: string } {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return {};
  history.replaceState(history.state, '', location.pathname + location.search);
  if (isOnThisMachine()) return { token };
  return { refusal: 'A link cannot sign you in. Enter a token of your own.' };
}

/** Asks the local server for its token. Undefined if the server does not offer it. */
export async function fetchLocalToken(): Promise<string | undefined> {
  if (!isOnThisMachine()) return undefined;
  try {
    const response = await fetch('/_local-session');
    const session: unknown = response.ok ? await response.json() : null;
    return typeof session === 'object' && session !== null && 'token' in session
      ? String(session.token)
      : undefined;
  } catch {
    // Whoever needs the token can paste it.
    return undefined;
  }
}
