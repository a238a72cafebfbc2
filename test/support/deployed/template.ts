import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of a CloudFormation template that tests look at. */
export type Resource = {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is as deep and as untyped as CloudFormation
  Properties: any;
  DeletionPolicy?: string;
  DependsOn?: string[];
};

export type Template = {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
};

/** A cloud assembly: what `cdk deploy` would upload and send. */
export type Assembly = { folder: string; template: Template };

export function readAssembly(folder: string, stackName = 'bots-prod'): Assembly {
  const template = JSON.parse(readFileSync(join(folder, `${stackName}.template.json`), 'utf8')) as Template;
  return { folder, template };
}

/**
 * Synthesises as an operator would, with the app's own entry.
 *
 * @param context configuration, with `bots:` keys
 * @param bundles false skips bundling, for tests that only look at the template
 */
export function synthesize(context: Record<string, unknown> = {}, { bundles = true } = {}): Assembly {
  const folder = mkdtempSync(join(tmpdir(), 'bots-assembly-'));
  const root = new URL('../../..', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify({
        // The command line hands on what cdk.json says, CDK's feature flags above all.
        ...JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context,
        ...(!bundles && { 'aws:cdk:bundling-stacks': [] }),
        ...context,
      }),
    },
  });
  // Node first prints the minified line of the library that threw. The useful part comes after it.
  if (status !== 0)
    throw new Error(`Synthesis failed:\n${stderr.slice(stderr.lastIndexOf('[«')).slice(0, 4_000)}`);
  return readAssembly(folder, `bots-${context['bots:stage'] ?? 'prod'}`);
}

export function getResources(template: Template, type: string): [logicalId: string, resource: Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}

/** The logical id that an intrinsic function anywhere inside a value refers to. */
export function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { Ref, 'Fn::GetAtt': getAtt } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  if (typeof Ref === 'string' && !Ref.startsWith('AWS::')) return Ref;
  if (Array.isArray(getAtt)) return getAtt[0];
  for (const inner of Object.values(value)) {
    const found = referenceIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
