import { beforeAll, describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { checkTemplate } from '#test/support/deployed/registry-schema.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import type { Assembly, Template } from '#test/support/deployed/template.ts';

describe.each([
  ['the default settings', {}],
  ['every option', EVERY_OPTION],
])('the templates with %s', (_, context) => {
  let assembly: Assembly;
  beforeAll(async () => {
    assembly = await sharedAssembly(context);
  }, 120_000);

  it('are what the CloudFormation registry accepts', () => {
    expect(checkTemplate(assembly.template)).toStrictEqual([]);
    expect(checkTemplate(assembly.dataTemplate)).toStrictEqual([]);
  });
});

describe('a planted error', () => {
  const role = () => ({
    Type: 'AWS::IAM::Role',
    Properties: { AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [] } },
  });
  const lambda = (properties: object, more: object = {}) => ({
    Type: 'AWS::Lambda::Function',
    Properties: { Code: { ZipFile: 'x' }, Role: { 'Fn::GetAtt': ['Role', 'Arn'] }, ...properties },
    ...more,
  });
  const check = (resource: unknown, outputs: object = {}) =>
    checkTemplate({ Resources: { Role: role(), It: resource }, Outputs: outputs } as unknown as Template);

  it('is not found where there is none', () => {
    expect(check(lambda({ MemorySize: 128, TracingConfig: { Mode: 'Active' } }))).toStrictEqual([]);
  });

  it.each([
    ['an unknown type', { Type: 'AWS::Lambda::Funktion', Properties: {} }, 'It.Type: unknown type'],
    ['an unknown property', lambda({ Memory: 128 }), 'It.Properties.Memory: unknown property'],
    [
      'an unknown property further down',
      lambda({ TracingConfig: { Mood: 'Active' } }),
      'It.Properties.TracingConfig.Mood: unknown property',
    ],
    [
      'a required property that is absent',
      { Type: 'AWS::Lambda::Function', Properties: { Code: { ZipFile: 'x' } } },
      'It.Properties.Role: required, but absent',
    ],
    [
      'a required property without a value',
      lambda({ Role: { Ref: 'AWS::NoValue' } }),
      'It.Properties.Role: required, but absent',
    ],
    [
      'text as a number',
      lambda({ MemorySize: '128' }),
      'It.Properties.MemorySize: not of type integer: "128"',
    ],
    ['a fraction', lambda({ MemorySize: 1.5 }), 'It.Properties.MemorySize: not of type integer: 1.5'],
    ['one value as a list', lambda({ Layers: 'x' }), 'It.Properties.Layers: not a list'],
    ['an item of a list', lambda({ Layers: [1] }), 'It.Properties.Layers.0: not of type string: 1'],
    ['text as an object', lambda({ TracingConfig: 'Active' }), 'It.Properties.TracingConfig: not an object'],
    [
      'a value in a map',
      lambda({ Environment: { Variables: { PORT: 1 } } }),
      'It.Properties.Environment.Variables.PORT: not of type string: 1',
    ],
    [
      'a value that is not allowed',
      lambda({ PackageType: 'Tar' }),
      'It.Properties.PackageType: "Tar" is not one of Image, Zip',
    ],
    [
      'one branch of a condition',
      lambda({ MemorySize: { 'Fn::If': ['Large', 1_024, 'few'] } }),
      'It.Properties.MemorySize: not of type integer: "few"',
    ],
    [
      'a Ref to nothing',
      lambda({ Description: { Ref: 'Nothing' } }),
      'It.Properties.Description: Ref to Nothing',
    ],
    [
      'a reference inside a text',
      lambda({ Description: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Nothing', 'Arn'] }]] } }),
      'Fn::GetAtt of Nothing',
    ],
    [
      'an attribute that there is not',
      lambda({ Role: { 'Fn::GetAtt': ['Role', 'Address'] } }),
      'It.Properties.Role: AWS::IAM::Role has no attribute Address',
    ],
    ['a dependency on nothing', lambda({}, { DependsOn: ['Nothing'] }), 'It.DependsOn: no resource Nothing'],
  ])('is found in %s', (_, resource, finding) => {
    expect(check(resource)).toStrictEqual([expect.stringContaining(finding)]);
  });

  it('is found in an output', () => {
    expect(check(lambda({}), { Url: { Value: { Ref: 'Nothing' } } })).toStrictEqual([
      expect.stringContaining('Outputs.Url.Value: Ref to Nothing'),
    ]);
  });
});
