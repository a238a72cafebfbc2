/**
 * Finds what Playwright does for one of its objects in its own process. This is not a public interface: the version of
 * Playwright is fixed in package.json, and a change of it shows in the suites of Firefox and WebKit.
 */
export function findServerSide<T>(object: object): T {
  const { _connection } = object as { _connection: { toImpl(object: object): T } };
  return _connection.toImpl(object);
}
