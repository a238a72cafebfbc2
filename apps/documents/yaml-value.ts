import type { Alias, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { setOwn } from '#lib/platform/json/parse-json.ts';

/** As deep as a document may be in the service. */
const MAX_DEPTH = 200;

/** More than a document that somebody writes has. Copying a value takes time, however small it is. */
const MAX_ALIASES = 1_000;

/** Values and characters that aliases may add to a document. A few lines of aliases of aliases could stand for gigabytes. */
const MAX_ALIASED_SIZE = 1_000_000;

/** Told apart by the package, which is only loaded for YAML. */
type NodeTypes = Pick<typeof import('yaml'), 'isAlias' | 'isMap' | 'isSeq'>;

type Anchored = { value: unknown; size: number };

/**
 * Returns a function that converts the nodes of one document to the value that JSON.parse returns for the same content.
 *
 * @param fail throws an error about an offset in the text
 */
export function createConverter(
  { isAlias, isMap, isSeq }: NodeTypes,
  fail: (offset: number, message: string) => never,
): (node: ParsedNode | null) => unknown {
  /** Values of anchors by name. Null until their node ends: an alias inside of it would never end. */
  const anchors = new Map<string, Anchored | null>();
  let size = 0;
  let aliases = 0;
  let aliasedSize = 0;

  function convert(node: ParsedNode | null, depth: number): unknown {
    size += 1;
    if (node === null) return null;
    if (depth > MAX_DEPTH) return fail(node.range[0], `Nested too deeply: at most ${MAX_DEPTH} levels`);
    if (isAlias(node)) return copyAnchored(node);
    const { anchor } = node;
    if (anchor === undefined) return toValue(node, depth);
    anchors.set(anchor, null);
    const before = size;
    const value = toValue(node, depth);
    anchors.set(anchor, { value, size: size - before });
    return value;
  }

  function toValue(node: Exclude<ParsedNode, Alias.Parsed>, depth: number): unknown {
    if (isMap(node)) return toObject(node, depth);
    if (isSeq(node)) return node.items.map((item) => convert(item, depth + 1));
    return toPrimitive(node);
  }

  function toObject({ items }: YAMLMap.Parsed, depth: number): object {
    const object = {};
    for (const { key, value } of items) {
      const name = toKey(key as Scalar.Parsed);
      if (Object.hasOwn(object, name)) fail(key.range[0], `Duplicate key ${JSON.stringify(name)}`);
      setOwn(object, name, convert(value, depth + 1));
    }
    return object;
  }

  function toKey({ value, type, range }: Scalar.Parsed): string {
    const name = String(value);
    size += name.length;
    // Other readers would put the fields of another value here.
    if (name === '<<' && type === 'PLAIN')
      fail(range[0], 'Merge keys are not supported: write the fields out');
    return name;
  }

  function toPrimitive({ value, range }: Scalar.Parsed): unknown {
    if (typeof value === 'number' && !Number.isFinite(value))
      fail(range[0], 'Not a number that JSON can hold');
    if (typeof value === 'string') size += value.length;
    return value;
  }

  /** Copies, because whoever changes a parsed document expects a tree. */
  function copyAnchored({ source, range }: Alias.Parsed): unknown {
    const anchored = anchors.get(source);
    if (anchored === undefined) return fail(range[0], `There is no anchor ${source} before this alias`);
    if (anchored === null) return fail(range[0], `The alias ${source} is inside of what it stands for`);
    aliases += 1;
    aliasedSize += anchored.size;
    size += anchored.size;
    if (aliases > MAX_ALIASES) fail(range[0], `Too many aliases: at most ${MAX_ALIASES}`);
    if (aliasedSize > MAX_ALIASED_SIZE) fail(range[0], 'Aliases make the document too large');
    return structuredClone(anchored.value);
  }

  return (node) => convert(node, 0);
}
