/**
 * `wanted`, or `wanted-2`, `wanted-3`, …: the first that is not a text anywhere in the document. Not only ids
 * count, because an edge that refers to something long gone must not find it again.
 */
export function unusedId(document: object, wanted: string): string {
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
