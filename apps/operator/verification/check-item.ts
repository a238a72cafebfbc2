import { decodeDocument, type EncodedDocument } from '#lib/platform/store/document-codec.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import type { ItemKind, Key } from '#lib/platform/store/keys.ts';
import { createFinding, type Finding } from './finding.ts';
import { ITEM_RULES, type ItemRule, type KeyParts } from './item-rules.ts';

/** An item whose key matches a rule of the schema. */
export type KnownItem = { item: Item & Key; kind: ItemKind; rule: ItemRule; key: KeyParts };

export function isItemKind(text: string): text is ItemKind {
  return Object.hasOwn(ITEM_RULES, text);
}

/** Finds the rule that matches an item's key. */
export function recognize(item: Item): KnownItem | undefined {
  const { pk, sk } = toKey(item);
  const separator = pk.indexOf('#');
  const [kind, rest] = [pk.slice(0, separator), pk.slice(separator + 1)];
  if (!isItemKind(kind)) return undefined;
  for (const rule of ITEM_RULES[kind]) {
    const [partition, sort] = [rule.partition.exec(rest), rule.sort.exec(sk)];
    if (partition && sort) {
      return {
        item: item as Item & Key,
        kind,
        rule,
        key: { ...partition.groups, ...sort.groups } as KeyParts,
      };
    }
  }
  return undefined;
}

export function toKey(item: Item): Key {
  return { pk: String(item.pk), sk: String(item.sk) };
}

export function unknownItem(item: Item): Finding {
  return createFinding('unknown-item', toKey(item), 'The key matches no item of the schema');
}

/** Checks an item against its rule, without reading other items. */
export function checkItem({ item, rule, key }: KnownItem): Finding[] {
  const shape = rule.attributes.safeParse(item);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    return [createFinding('malformed-item', item, `${rule.name}: ${where}${issue?.message}`)];
  }
  return [...checkDerived({ item, rule, key }), ...checkEncoded({ item, rule })];
}

const INDEX_KEYS = ['gsi1pk', 'gsi1sk'];

function checkDerived({ item, rule, key }: Pick<KnownItem, 'item' | 'rule' | 'key'>): Finding[] {
  const derived = deriveAttributes(rule, item, key);
  if (derived === undefined)
    return [createFinding('malformed-item', item, `${rule.name}: an id is not valid`)];
  const expected: Item = { gsi1pk: undefined, gsi1sk: undefined, ...derived };
  const wrong = Object.keys(expected).filter((name) => item[name] !== expected[name]);
  return wrong.map((name) =>
    createFinding(
      INDEX_KEYS.includes(name) ? 'wrong-index-keys' : 'malformed-item',
      item,
      `${rule.name}: ${name} should be ${expected[name] === undefined ? 'absent' : String(expected[name])}`,
    ),
  );
}

/** Returns undefined if an attribute is not a valid part of a key. */
function deriveAttributes(rule: ItemRule, item: Item, key: KeyParts): Item | undefined {
  try {
    return rule.derived?.(item, key) ?? {};
  } catch {
    return undefined;
  }
}

function checkEncoded({ item, rule }: Pick<KnownItem, 'item' | 'rule'>): Finding[] {
  return (rule.encoded ?? []).flatMap((name) => {
    const content = item[name] as EncodedDocument | undefined;
    return content?.bytes === undefined || decodes(content)
      ? []
      : [createFinding('undecodable-content', item, `${rule.name}: ${name} cannot be decoded`)];
  });
}

export function decodes(content: EncodedDocument): boolean {
  try {
    decodeDocument(content);
    return true;
  } catch {
    return false;
  }
}
