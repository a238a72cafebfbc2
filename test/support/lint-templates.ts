import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EVERY_OPTION } from './deployed/every-option.ts';
import { synthesize } from './deployed/template.ts';
import { lintPipeline } from './lint-pipeline.ts';
import { installPythonTool } from './python-tool.ts';
import { runProgram } from './run-program.ts';

/*
 * `npm run suite templates` runs cfn-lint on the synthesised templates, without options and with all of them, and on the
 * template among the examples; and zizmor on the examples of pipelines.
 * It has rules that the synthesis itself, in test/infra/template-validation.test.ts, does not have.
 * https://github.com/aws-cloudformation/cfn-lint, https://docs.zizmor.sh
 */

const VERSION = '1.58.0';

/** For the account that gets copies of backups. */
const EXAMPLE = 'docs/examples/backup-vault.yaml';

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
  const lint = async (templates: string[], cwd: string): Promise<number> => {
    const { exitCode } = await runProgram(
      path.join(programs, 'cfn-lint'),
      ['--ignore-checks', ...IGNORED_CHECKS, '--', ...templates],
      { cwd },
    );
    if (exitCode === 0) console.log(`cfn-lint has no complaints about ${templates.join(' and ')}`);
    return exitCode;
  };
  const exitCodes = [await lint([EXAMPLE], process.cwd())];
  for (const context of [{}, EVERY_OPTION]) {
    const { folder } = synthesize(context, { bundles: false });
    const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
    exitCodes.push(await lint(templates, folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return Math.max(...exitCodes);
}

process.exit(await main());
