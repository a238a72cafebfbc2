/** Matches an ETag of a draft: the number of changes to it. */
const ETAG = /^"(\d+)"$/;

/** Whether exactly one change lies between the two ETags of a draft. False if either is not known, or of another form. */
export function isNextEtag(before: string | undefined, after: string): boolean {
  const [was, is] = [before, after].map((etag) => Number(ETAG.exec(etag ?? '')?.[1]));
  return was !== undefined && was + 1 === is;
}
