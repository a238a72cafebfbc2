import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import type { Assembly } from '#test/support/deployed/template.ts';

let assembly: Assembly;
beforeAll(async () => {
  assembly = await sharedAssembly();
}, 120_000);

describe('the template', () => {
  it.each([
    ['bots-prod', () => assembly.template],
    ['bots-prod-data', () => assembly.dataTemplate],
  ])('of %s changes on purpose only: `npx vitest run test/infra -u` writes it anew', async (name, get) => {
    // Mask hashes of code and deployments, because they change with every line of code.
    const masked = JSON.stringify(get(), null, 1)
      .replace(/"[0-9a-f]{64}(\.zip)?"/g, '"<hash>$1"')
      .replace(/(Deployment)[A-Za-z0-9]{8}[0-9a-f]{32}/g, '$1<hash>');
    await expect(masked).toMatchFileSnapshot(`./__snapshots__/${name}.template.json`);
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
