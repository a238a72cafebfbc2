/**
 * A host with an optional port, as in URLs (RFC 3986, section 3.2.2). Only the characters of a name are checked, not
 * whether this server has it.
 */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/i;

/** Whether the value of a Host header, or the authority of a URL, is a host. */
export function isHost(value: string): boolean {
  return HOST.test(value);
}
