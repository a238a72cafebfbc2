import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { summarizeTemplate } from '#test/support/deployed/summarize-template.ts';
import type { Assembly } from '#test/support/deployed/template.ts';

let assembly: Assembly;
let complete: Assembly;
beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

const ON_PURPOSE = 'changes on purpose only: `npx vitest run test/infra -u` writes it anew';

describe('the template', () => {
  it(`of bots-prod ${ON_PURPOSE}`, async () => {
    await expect(summarizeTemplate(assembly.template)).toMatchFileSnapshot(
      './__snapshots__/bots-prod.summary.txt',
    );
  });

  it(`of bots-prod with every option has alarms, and ${ON_PURPOSE}`, async () => {
    const { Resources } = complete.template;
    const alarms = Object.entries(Resources).filter(([, { Type }]) =>
      /^AWS::CloudWatch::.*Alarm$/.test(Type),
    );
    expect(alarms.length).toBeGreaterThan(2);
    await expect(summarizeTemplate({ Resources: Object.fromEntries(alarms) })).toMatchFileSnapshot(
      './__snapshots__/bots-prod.alarms.txt',
    );
  });

  it(`of bots-prod-data ${ON_PURPOSE}`, async () => {
    // Kept whole, because what is lost here cannot be deployed again.
    const template = JSON.stringify(assembly.dataTemplate, null, 1);
    await expect(template).toMatchFileSnapshot('./__snapshots__/bots-prod-data.template.json');
  });

  it('has no cdk-nag finding that is not suppressed with a reason', () => {
    type Violation = { ruleName: string; violatingConstructs: { constructPath: string }[] };
    const report = JSON.parse(readFileSync(join(assembly.folder, 'validation-report.json'), 'utf8'));
    const plugins = report.pluginReports.map((plugin: { pluginName: string }) => plugin.pluginName);
    expect(plugins).toEqual(expect.arrayContaining(['AwsSolutions', 'Serverless']));
    const findings = report.pluginReports.flatMap(
      (plugin: { violations?: Violation[] }) => plugin.violations ?? [],
    );
    expect(findings).toEqual([]);
  });
});
