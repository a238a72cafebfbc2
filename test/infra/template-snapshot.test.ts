import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Assembly, synthesize } from '#test/support/deployed/template.ts';

let assembly: Assembly;
beforeAll(() => {
  assembly = synthesize({}, { bundles: false });
}, 120_000);

describe('the template', () => {
  it('changes on purpose only: `npx vitest run test/infra -u` writes it anew', async () => {
    // Hashes of code and of deployments change with every line of code, and say nothing.
    const masked = JSON.stringify(assembly.template, null, 1)
      .replace(/"[0-9a-f]{64}(\.zip)?"/g, '"<hash>$1"')
      .replace(/(Deployment)[A-Za-z0-9]{8}[0-9a-f]{32}/g, '$1<hash>');
    await expect(masked).toMatchFileSnapshot('./__snapshots__/bots-prod.template.json');
  });

  it('has no finding of cdk-nag that is not acknowledged with a reason', () => {
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
