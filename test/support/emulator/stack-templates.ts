import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Resource, Template } from '#test/support/deployed/template.ts';
import { findUnsupported, type UnsupportedResource } from './unsupported-resources.ts';

/** A template in a cloud assembly. */
export type StackTemplate = { stackName: string; file: string; template: Template };

type Manifest = {
  artifacts: Record<string, { type: string; properties: { templateFile: string; stackName?: string } }>;
};

/** Reads the templates of all stacks in a cloud assembly. */
export function readStackTemplates(assembly: string): StackTemplate[] {
  const manifest = JSON.parse(readFileSync(path.join(assembly, 'manifest.json'), 'utf8')) as Manifest;
  return Object.entries(manifest.artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([id, { properties }]) => {
      const file = path.join(assembly, properties.templateFile);
      return {
        stackName: properties.stackName ?? id,
        file,
        template: JSON.parse(readFileSync(file, 'utf8')) as Template,
      };
    });
}

/**
 * Removes resources that the emulator does not support from the templates of a cloud assembly, in place.
 *
 * @returns for each removed resource, the entry that it matched
 */
export function dropUnsupported(assembly: string): UnsupportedResource[] {
  return readStackTemplates(assembly).flatMap(({ file, template }) => {
    const dropped = new Map<string, UnsupportedResource>();
    for (const [id, resource] of Object.entries(template.Resources)) {
      const unsupported = findUnsupported(resource);
      if (unsupported) dropped.set(id, unsupported);
    }
    const kept = Object.entries(template.Resources)
      .filter(([id]) => !dropped.has(id))
      .map(([id, resource]): [string, Resource] => [id, withoutDependencies(resource, dropped)]);
    writeFileSync(file, JSON.stringify({ ...template, Resources: Object.fromEntries(kept) }));
    return [...dropped.values()];
  });
}

function withoutDependencies(resource: Resource, dropped: ReadonlyMap<string, unknown>): Resource {
  const { DependsOn, ...rest } = resource;
  const remaining = [DependsOn ?? []].flat().filter((id) => !dropped.has(id));
  return remaining.length === 0 ? rest : { ...rest, DependsOn: remaining };
}
