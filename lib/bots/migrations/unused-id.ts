/**
 * Returns the first of `wanted`, `wanted-2`, `wanted-3` and so on that does not occur as a string in the
 * document. Checking only the ids would not be enough: an edge to a deleted element could then point to the
 * new one.
 */
export function createUnusedId(document: object, wanted: string): string {
  const texts = toTexts(document);
  let id = wanted;
  for (let attempt = 2; texts.has(id); attempt++) id = `${wanted}-${attempt}`;
  return id;
}

function toTexts(document: object): Set<string> {
  const texts = new Set<string>();
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) pending.push(inner);
    }
  }
  return texts;
}
