/*
 * Addresses of the files of a source. Typebot puts a file at `…/public/workspaces/<id>/typebots/<id>/…`, older versions at
 * `…/public/typebots/<id>/…`. A private one is at an address of the builder, which looks up who asks.
 */

/** Ids and hosts by which addresses of the source's files are known. */
export type StoreAddresses = {
  workspaceIds: ReadonlySet<string>;
  botIds: ReadonlySet<string>;
  /** Hosts of its file store, with ports. Every address there is a file. */
  hosts: ReadonlySet<string>;
};

const STORED = /\/(?:public|private)\/(?:[^/]+\/)*?(workspaces|typebots)\/([^/]+)\//;
const PRIVATE = /\/api\/typebots\/([^/]+)\/(results\/[^/]+\/(?:blocks\/[^/]+\/)?[^/]+)$/;

/** Whether the address is that of a file of the source. Bots may show files of other installations, which stay there. */
export function isStoreAddress(url: URL, { workspaceIds, botIds, hosts }: StoreAddresses): boolean {
  if (hosts.has(url.host)) return true;
  const pathname = decodePath(url.pathname);
  const privateBotId = PRIVATE.exec(pathname)?.[1];
  if (privateBotId !== undefined) return botIds.has(privateBotId);
  const [, kind, id = ''] = STORED.exec(pathname) ?? [];
  return kind === 'workspaces' ? workspaceIds.has(id) : kind === 'typebots' && botIds.has(id);
}

/** Whether only people with access may load the file. The path is decoded, as the store does that takes it for a key. */
export function isPrivateAddress(url: URL): boolean {
  const pathname = decodePath(url.pathname);
  return PRIVATE.test(pathname) || /\/private\/workspaces\//.test(pathname);
}

/** Whether the file is another respondent's: anybody can write the address of a private file into an answer. */
export function isOfAnotherResult(url: URL, resultId: string): boolean {
  const [, id] = /\/results\/([^/]+)\//.exec(decodePath(url.pathname)) ?? [];
  return id !== undefined && id !== resultId && isPrivateAddress(url);
}

/** Returns the keys in the store under which a private file of the builder may be. Empty for any other address. */
export function listPrivateKeys({ pathname }: URL, workspaceIds: ReadonlySet<string>): string[] {
  const [, botId, rest] = PRIVATE.exec(decodePath(pathname)) ?? [];
  if (botId === undefined) return [];
  return [...workspaceIds].map((id) => `private/workspaces/${id}/typebots/${botId}/${rest}`);
}

/** Returns the last part of the path, which is the name of the file. */
export function toFileName({ pathname }: URL): string {
  return decodePath(pathname).split('/').at(-1) || 'file';
}

/** A path with a lone percent sign stays as it is. */
export function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
