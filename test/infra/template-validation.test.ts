import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, CfnCondition, CfnOutput, CfnResource, Fn, Stack } from 'aws-cdk-lib';
import { CfnFunction, type CfnFunctionProps } from 'aws-cdk-lib/aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';

/*
 * Each synthesis checks its templates against the schemas of the CloudFormation registry, because a flag in cdk.json
 * asks for it: types of resources, names and types of properties, required properties, allowed values, and what Ref
 * and Fn::GetAtt refer to. These tests plant an error of each kind.
 */

const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };

type Finding = {
  description: string;
  violatingConstructs: { cloudFormationResource?: { logicalId: string } }[];
};

/** Returns the errors and warnings of a synthesis. */
function readFindings(folder: string): Finding[] {
  const text = readFileSync(path.join(folder, 'validation-report.json'), 'utf8');
  const { pluginReports } = JSON.parse(text) as { pluginReports: { violations: Finding[] }[] };
  // Without one, nothing was checked.
  expect(pluginReports.length).toBeGreaterThan(0);
  return pluginReports.flatMap(({ violations }) => violations);
}

it.each([
  ['the default settings', {}],
  ['every option', EVERY_OPTION],
])(
  'the templates with %s are what the CloudFormation registry accepts',
  async (_, options) => {
    expect(readFindings((await sharedAssembly(options)).folder)).toStrictEqual([]);
  },
  120_000,
);

type Resource = { Type: string; Properties: object; DependsOn?: string };

const lambda = (properties: object) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { ZipFile: 'x' },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    ...properties,
  },
});

const FINE = lambda({ MemorySize: 128, TracingConfig: { Mode: 'Active' } });
const { Role: _, ...withoutRole } = FINE.Properties;

/** For each kind of error, a resource with it, and what is reported. */
const PLANTED: Record<string, [resource: Resource, finding: RegExp]> = {
  UnknownType: [{ Type: 'AWS::Lambda::Funktion', Properties: {} }, /Unknown resource type/],
  UnknownProperty: [lambda({ Memory: 128 }), /'Memory' was unexpected/],
  UnknownPropertyFurtherDown: [lambda({ TracingConfig: { Mood: 'Active' } }), /'Mood' was unexpected/],
  RequiredPropertyAbsent: [{ ...FINE, Properties: withoutRole }, /'Role' is a required property/],
  RequiredPropertyEmpty: [lambda({ Role: { Ref: 'AWS::NoValue' } }), /'Role' is a required property/],
  Fraction: [lambda({ MemorySize: 128.5 }), /128.5 is not of type 'integer'/],
  OneValueAsList: [lambda({ Layers: 'x' }), /'x' is not of type 'array'/],
  ItemOfList: [lambda({ Layers: [1] }), /\b1 is not of type 'string'/],
  TextAsObject: [lambda({ TracingConfig: 'Active' }), /'Active' is not of type 'object'/],
  ValueNotAllowed: [lambda({ PackageType: 'Tar' }), /'Tar' is not one of/],
  BranchOfCondition: [
    lambda({ MemorySize: { 'Fn::If': ['Large', 1_024, 'few'] } }),
    /'few' .* is not of type 'integer'/,
  ],
  UnknownAttribute: [lambda({ Role: { 'Fn::GetAtt': ['Role', 'Address'] } }), /'Address' is not one of/],
  DependencyOnNothing: [{ ...FINE, DependsOn: 'Nothing' }, /DependsOn target 'Nothing' does not exist/],
};

/** These have a template of their own, because an error in an output hides them. */
const PLANTED_REFERENCES: typeof PLANTED = {
  RefToNothing: [lambda({ Description: { Ref: 'Nothing' } }), /'Nothing' is not one of/],
  ReferenceInText: [
    lambda({ Description: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Nothing', 'Arn'] }]] } }),
    /non-existent resource 'Nothing'/,
  ],
};

function plantAll(stack: Stack, planted: typeof PLANTED): void {
  const plant = (id: string, { Type: type, Properties, DependsOn }: Resource) => {
    const resource = new CfnResource(stack, id, { type, properties: { ...Properties } });
    if (DependsOn !== undefined) resource.addOverride('DependsOn', DependsOn);
  };
  new CfnCondition(stack, 'Large', { expression: Fn.conditionEquals(stack.region, 'x') });
  const AssumeRolePolicyDocument = { Version: '2012-10-17', Statement: [] };
  plant('Role', { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument } });
  plant('Fine', FINE);
  for (const [id, [resource]] of Object.entries(planted)) plant(id, resource);
}

describe('a planted error', () => {
  let findings: Finding[];

  // One synthesis for all of them, because each loads the schemas.
  beforeAll(() => {
    const outdir = mkdtempSync(path.join(tmpdir(), 'planted-'));
    const app = new App({ context, outdir });
    const stack = new Stack(app, 'Planted');
    plantAll(stack, PLANTED);
    new CfnOutput(stack, 'Url', { value: Fn.ref('Missing') });
    plantAll(new Stack(app, 'PlantedReferences'), PLANTED_REFERENCES);
    expect(() => app.synth()).toThrow('CloudFormation Validate');
    findings = readFindings(outdir);
    rmSync(outdir, { recursive: true, force: true });
  }, 120_000);

  const describeFindings = (id: string) =>
    findings
      .filter(({ violatingConstructs }) =>
        violatingConstructs.some(({ cloudFormationResource }) => cloudFormationResource?.logicalId === id),
      )
      .map(({ description }) => description);

  it('is not found where there is none', () => {
    expect(describeFindings('Fine')).toStrictEqual([]);
  });

  it.each(
    Object.entries({ ...PLANTED, ...PLANTED_REFERENCES }).map(([id, [, finding]]) => [id, finding] as const),
  )('is found: %s', (id, finding) => {
    expect(describeFindings(id)).toContainEqual(expect.stringMatching(finding));
  });

  it('is found in an output', () => {
    const descriptions = findings.map(({ description }) => description);
    expect(descriptions).toContainEqual(expect.stringMatching(/^Outputs\.Url\.Value.*Missing/));
  });
});

describe('a value of another type, which CloudFormation converts', () => {
  it.each([
    ['text as a number', { memorySize: '128' }, /memorySize: "128" should be a number/],
    ['a number in a map', { environment: { variables: { PORT: 1 } } }, /1 should be a string/],
  ])('is refused by its construct: %s', (_, properties, refusal) => {
    const app = new App({ context });
    const props = { code: { zipFile: 'x' }, role: 'arn:aws:iam::123456789012:role/r', ...properties };
    new CfnFunction(new Stack(app, 'Planted'), 'It', props as object as CfnFunctionProps);
    expect(() => app.synth()).toThrow(refusal);
  });

  it('cannot get around its construct or the check, because nothing writes to the template directly', () => {
    const files = [...globSync('infra/**/*.ts'), 'package.json', 'cdk.json'];
    expect(files.length).toBeGreaterThan(30);
    const raw =
      /\bnew CfnResource\(|CfnInclude|add(?:Property)?Override|builtinCloudFormationValidation|CDK_VALIDATION|no-validation/;
    expect(files.filter((file) => raw.test(readFileSync(file, 'utf8')))).toStrictEqual([]);
  });
});
