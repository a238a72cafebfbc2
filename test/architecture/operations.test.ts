import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

/*
 * What an endpoint does is a function of its name in lib, with the caller as its last parameter. A store writes and
 * reads, and has names of its own: `insertBot`, `readBot`, `saveDraft`.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Endpoints whose function has another name: deleting archives, both versions of logs do the same, and so do both APIs. */
const NAMED_OTHERWISE = new Map([
  ['delete-bot', 'archiveBot'],
  ['get-chat-health', 'getHealth'],
  ['submit-client-logs-v2', 'submitClientLogs'],
]);

const endpointIds = globSync('functions/*/*.contract.ts', { cwd: ROOT }).map((file) =>
  path.basename(file, '.contract.ts'),
);
const toCamelCase = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of each function with a parameter after the caller. */
function findCallersInFront(source: string): string[] {
  const faults: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { params, identifier } = node as { params?: unknown; identifier?: { value: string } };
    if (Array.isArray(params) && params.slice(0, -1).some(isCaller)) {
      faults.push(identifier?.value ?? 'a function without a name');
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }));
  return faults;
}

type TypeNode = { type: string; typeName?: { value?: string } };

function isCaller(parameter: unknown): boolean {
  const { pat = parameter } = parameter as { pat?: unknown };
  const { left = pat } = pat as { left?: unknown };
  const { typeAnnotation } = left as { typeAnnotation?: { typeAnnotation: TypeNode } | null };
  const type = typeAnnotation?.typeAnnotation;
  return type?.type === 'TsTypeReference' && type.typeName?.value === 'Caller';
}

describe('what an endpoint does', () => {
  it.each(endpointIds)('%s has its name in lib', (id) => {
    const [handler = ''] = globSync(`functions/*/${id}.ts`, { cwd: ROOT });
    const name = NAMED_OTHERWISE.get(id) ?? toCamelCase(id);
    expect(read(handler)).toMatch(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#lib/`));
  });

  it('shares its name with nothing in a store', () => {
    const names = new Set(endpointIds.map(toCamelCase));
    const stores = globSync(['lib/**/store/*.ts', 'lib/**/*-store.ts'], { cwd: ROOT });
    const exported = stores.flatMap((file) =>
      [...read(file).matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) => name),
    );
    expect(exported.length).toBeGreaterThan(100);
    expect(exported.filter((name) => names.has(name))).toStrictEqual([]);
  });
});

describe('the caller', () => {
  it('is the last parameter', () => {
    const faults = globSync('lib/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      findCallersInFront(read(file)).map((name) => `${file}: ${name}`),
    );
    expect(faults).toStrictEqual([]);
  });

  it.each([
    ['export function act(caller: Caller, id: string): void {}', ['act']],
    ['export async function act({ grants }: Caller, id = 1) {}', ['act']],
    ['export const act = (caller: Caller, id: string) => id;', ['a function without a name']],
    ['export function act(id: string, caller: Caller): void {}', []],
    ['export function act(caller: Caller): void {}', []],
  ])('is found in %s', (source, faults) => {
    expect(findCallersInFront(source)).toStrictEqual(faults);
  });
});
