import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dropUnsupported, readStackTemplates } from './stack-templates.ts';

let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

function writeAssembly(stacks: Record<string, object>): string {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-stack-templates-'));
  const artifacts = Object.keys(stacks).map((name) => [
    name,
    { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.template.json` } },
  ]);
  const assets = { type: 'cdk:asset-manifest', properties: { file: 'a.assets.json' } };
  writeFileSync(
    path.join(folder, 'manifest.json'),
    JSON.stringify({ artifacts: { ...Object.fromEntries(artifacts), 'a.assets': assets } }),
  );
  for (const [name, resources] of Object.entries(stacks)) {
    const template = { Resources: resources, Outputs: {} };
    writeFileSync(path.join(folder, `${name}.template.json`), JSON.stringify(template));
  }
  return folder;
}

const read = (assembly: string) =>
  Object.fromEntries(
    readStackTemplates(assembly).map(({ stackName, template }) => [stackName, template.Resources]),
  );

describe('the templates for the emulator', () => {
  it('are those of every stack of the assembly, and nothing else of it', () => {
    const topic = { Topic: { Type: 'AWS::SNS::Topic' } };
    expect(read(writeAssembly({ data: {}, service: topic }))).toStrictEqual({ data: {}, service: topic });
  });

  it('lose what the emulator does not support, and dependencies on it', () => {
    const assembly = writeAssembly({
      service: {
        Association: { Type: 'AWS::WAFv2::WebACLAssociation', Properties: {} },
        Topic: { Type: 'AWS::SNS::Topic', DependsOn: ['Association'] },
        Other: { Type: 'AWS::SNS::Topic', DependsOn: ['Association', 'Topic'] },
      },
    });
    expect(dropUnsupported(assembly)).toMatchObject([{ type: 'AWS::WAFv2::WebACLAssociation' }]);
    expect(read(assembly)).toStrictEqual({
      service: {
        Topic: { Type: 'AWS::SNS::Topic' },
        Other: { Type: 'AWS::SNS::Topic', DependsOn: ['Topic'] },
      },
    });
  });

  it('lose a resource with one property, and keep others of its type', () => {
    const simple = { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } };
    const expression = { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [] } };
    const assembly = writeAssembly({ service: { Simple: simple, Expression: expression } });
    expect(dropUnsupported(assembly)).toMatchObject([{ type: 'AWS::CloudWatch::Alarm' }]);
    expect(read(assembly)).toStrictEqual({ service: { Simple: simple } });
  });
});
