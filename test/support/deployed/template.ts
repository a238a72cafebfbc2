import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A CloudFormation resource, reduced to the fields that tests use. */
export type Resource = {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is as deep and as untyped as CloudFormation
  Properties: any;
  DeletionPolicy?: string;
  DependsOn?: string[];
};

export type Template = {
  Resources: Record<string, Resource>;
  Parameters: Record<string, { Type: string; Default: string }>;
  Outputs: Record<string, { Value: unknown }>;
};

/** A cloud assembly: what `cdk deploy` would upload and send. */
export type Assembly = {
  folder: string;
  /** The service stack. */
  template: Template;
  /** The stack with the table and the files. */
  dataTemplate: Template;
};

/** The context in which every endpoint works: without the sites, no bot has a page, and none at a custom domain. */
export const WITH_PAGES = {
  'bots:sites': 'true',
  'bots:botsDomainName': 'bots.example.com',
  'bots:sitesCertificateArn': 'arn:aws:acm:us-east-1:123456789012:certificate/0b6e5f0c',
  'bots:customDomains': '*.custom.example',
  'bots:customDomainsCertificateArn': 'arn:aws:acm:us-east-1:123456789012:certificate/5d1c9a7e',
};

export function readAssembly(folder: string, stackName = 'bots-prod'): Assembly {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.template.json`), 'utf8')) as Template;
  return { folder, template: read(stackName), dataTemplate: read(`${stackName}-data`) };
}

/**
 * Synthesizes the stack as an operator would, through the CDK app's entry point.
 *
 * @param context CDK context, with keys such as `bots:stage`
 * @param bundles false skips bundling, for tests that only check the template
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
        // The CDK command line passes the context in cdk.json, most importantly the feature flags.
        ...JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context,
        ...(!bundles && { 'aws:cdk:bundling-stacks': [] }),
        ...context,
      }),
    },
  });
  if (status !== 0) throw new Error(`Synthesis failed:\n${readable(stderr)}`);
  return readAssembly(folder, getStackName(context));
}

/** Leaves out lines of minified source: Node prints the one that threw before it says why. */
function readable(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.length < 1_000);
  return lines.join('\n').slice(0, 4_000);
}

/** Name of the service stack with this configuration. */
export function getStackName(context: Record<string, unknown>): string {
  return `bots-${context['bots:stage'] ?? 'prod'}`;
}

export function getResources(template: Template, type: string): [logicalId: string, resource: Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}

/** Finds the logical id referenced by a Ref or Fn::GetAtt anywhere inside a value. */
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
