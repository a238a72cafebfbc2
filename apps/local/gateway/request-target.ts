/** The path and query of a request, and the authority of an absolute URL. */
export type RequestTarget = { target: string; authority?: string };

/**
 * Splits what the request line asks for. Clients that think they are talking to a proxy send an absolute URL, and its
 * authority counts instead of the header Host (RFC 9112, section 3.2.2).
 */
export function parseTarget(sent: string): RequestTarget {
  const [beginning, authority] = /^https?:\/\/([^/?]*)/i.exec(sent) ?? [];
  if (beginning === undefined || authority === undefined) return { target: sent };
  return { target: sent.slice(beginning.length), authority };
}
