import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EVERY_OPTION } from './deployed/every-option.ts';
import { synthesize } from './deployed/template.ts';
import { lintPipeline } from './lint-pipeline.ts';
import { installPythonTool } from './python-tool.ts';
import { runProgram } from './run-program.ts';

/*
 * `npm run suite templates` runs cfn-lint on the synthesised templates, without options and with all of them, and zizmor
 * on the example of a pipeline.
 * It has rules that the synthesis itself, in test/infra/template-validation.test.ts, does not have.
 * https://github.com/aws-cloudformation/cfn-lint, https://docs.zizmor.sh
 */

const VERSION = '1.58.0';

/** Checks to ignore, each with the reason. */
const IGNORED_CHECKS = [
  // CDK orders resources explicitly even where a reference already does.
  'W3005',
];

async function main(): Promise<number> {
  return Math.max(await lintPipeline(), await lintTemplates());
}

async function lintTemplates(): Promise<number> {
  const programs = await installPythonTool('cfn-lint', VERSION);
  if (programs === undefined) {
    console.log('Skipping cfn-lint: python3 or a package index is not available.');
    return 0;
  }
  const exitCodes: number[] = [];
  for (const context of [{}, EVERY_OPTION]) {
    const { folder } = synthesize(context, { bundles: false });
    const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
    const { exitCode } = await runProgram(
      path.join(programs, 'cfn-lint'),
      ['--ignore-checks', ...IGNORED_CHECKS, '--', ...templates],
      { cwd: folder },
    );
    rmSync(folder, { recursive: true, force: true });
    if (exitCode === 0) console.log(`cfn-lint has no complaints about ${templates.join(' and ')}`);
    exitCodes.push(exitCode);
  }
  return Math.max(...exitCodes);
}

process.exit(await main());
