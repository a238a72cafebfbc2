import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { type DescribedPart, DOCUMENT_OPTIONS } from '#lib/bots/document/options/document-options.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPath } from '#lib/platform/validation/check.ts';
import { findMismatches, type Mismatch } from './schema-mismatches.ts';

/** Nobody reads more. A document that another program has written may have one in each block. */
const MAX_SHOWN = 20;
/** Where counting ends. */
const MAX_COUNTED = 1_000;

/**
 * Finds values of options, contents and items that their type does not have, and keys that are misspelt, also in theme and
 * settings. Other unknown keys are kept without a word, because newer exports have some.
 *
 * Documents of every version are checked as they are. Only version 6 is described, but migrations only add keys to
 * a block: a value that version 6 does not have is the same one before and after.
 *
 * The descriptions are large, so only `check-bot` loads them, and a dry run of an import does not.
 */
export function findUndescribedOptions(document: BotDocument): FlowIssue[] {
  const issues: FlowIssue[] = [];
  let count = 0;
  for (const issue of listIssues(document)) {
    if (++count <= MAX_SHOWN) issues.push(issue);
    if (count > MAX_COUNTED) break;
  }
  if (count <= MAX_SHOWN) return issues;
  const more = count > MAX_COUNTED ? `more than ${MAX_COUNTED - MAX_SHOWN}` : count - MAX_SHOWN;
  const message = `unexpected or misspelt options: and ${more} more`;
  return [...issues, { severity: 'info', code: 'MORE', path: 'bot.groups', message }];
}

function* listIssues(document: BotDocument): Generator<FlowIssue> {
  yield* listBlockIssues(document);
  for (const part of ['theme', 'settings'] as const) {
    for (const mismatch of findMismatches(getPartDescription(part), document[part])) {
      yield toIssue(mismatch, ['bot', part]);
    }
  }
}

function* listBlockIssues({ groups }: BotDocument): Generator<FlowIssue> {
  for (const [groupIndex, { blocks }] of groups.entries()) {
    for (const [blockIndex, block] of blocks.entries()) {
      if (!isJsonObject(block)) continue;
      for (const mismatch of findInBlock(block)) {
        yield toIssue(mismatch, ['bot', 'groups', groupIndex, 'blocks', blockIndex]);
      }
    }
  }
}

/** Keys of every block, which descriptions leave out. */
const COMMON_KEYS = new Set(['id', 'type', 'groupId', 'outgoingEdgeId']);

function findInBlock(block: JsonObject): Iterable<Mismatch> {
  const schema = getDescription(block.type);
  if (!schema) return [];
  const described = Object.entries(block).filter(([key]) => !COMMON_KEYS.has(key));
  return findMismatches(schema, Object.fromEntries(described));
}

function toIssue(mismatch: Mismatch, basePath: PropertyKey[]): FlowIssue {
  const path = toPath([...basePath, ...mismatch.path]);
  return 'meant' in mismatch
    ? {
        severity: 'warning',
        code: 'MISSPELT_OPTION',
        path,
        message: `is not known, so it has no effect; did you mean \`${mismatch.meant}\`?`,
      }
    : {
        severity: 'warning',
        code: 'UNEXPECTED_OPTION',
        path,
        message: `is not a value that this option has, so it may be ignored; expected ${mismatch.expected}`,
      };
}

const built = new Map<() => BlockSchema, BlockSchema>();

function getDescription(type: unknown): BlockSchema | undefined {
  const describe = typeof type === 'string' ? BLOCK_DESCRIPTIONS.get(type) : undefined;
  return describe && buildOnce(describe);
}

function getPartDescription(part: DescribedPart): BlockSchema {
  return buildOnce(DOCUMENT_OPTIONS[part]);
}

function buildOnce(describe: () => BlockSchema): BlockSchema {
  const schema = built.get(describe) ?? describe();
  built.set(describe, schema);
  return schema;
}
