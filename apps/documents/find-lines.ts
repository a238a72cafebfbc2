import type { Node } from 'yaml';

/** A larger document takes seconds to read once more. */
const MAX_CHARS = 2_000_000;

/** Returns the line of the value at a path such as `bot.groups[0].id`, or undefined if it is not in the document. */
export type FindLine = (path: string) => number | undefined;

/**
 * Reads where the values of a document are in its text, which is YAML or JSON.
 *
 * @param wrappers keys that lead from the text's own object to the document
 */
export async function readLines(text: string, wrappers: readonly string[] = []): Promise<FindLine> {
  if (text.length > MAX_CHARS) return () => undefined;
  const { isMap, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { uniqueKeys: false, stringKeys: true, lineCounter });

  function findChild(node: Node | undefined, segment: string | number): Child | undefined {
    if (isMap<Node, Node | null>(node)) {
      const pair = node.items.find(({ key }) => String(key) === segment);
      return pair && { node: pair.value ?? undefined, offset: pair.key.range?.[0] };
    }
    const item = isSeq<Node>(node) && typeof segment === 'number' ? node.items[segment] : undefined;
    return item && { node: item, offset: item.range?.[0] };
  }

  return (path) => {
    let child: Child = { node: contents ?? undefined, offset: undefined };
    for (const segment of [...wrappers, ...toSegments(path)]) {
      const found = findChild(child.node, segment);
      // A value that is missing is missing in the one around it.
      if (!found) break;
      child = found;
    }
    return child.offset === undefined ? undefined : lineCounter.linePos(child.offset).line;
  };
}

/** A value, and where it begins in the text: with its key, if it has one. */
type Child = { node: Node | undefined; offset: number | undefined };

/** Returns the keys and indices of a path, without the `bot` that it begins with. */
function toSegments(path: string): (string | number)[] {
  const segments = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) =>
    index === undefined ? key : Number(index),
  );
  return segments.slice(1);
}
