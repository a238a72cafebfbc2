import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type DestructiveChange, DiffError, readDestructiveChanges } from './destructive-changes.ts';
import { isLoss } from './loss.ts';
import { runDiff } from './run-diff.ts';

/*
 * `npm run refuse-loss`: shows what a deployment would change, and fails if it would lose data or an address. It
 * compares an assembly, which `npm run synth` has written, with the deployed stacks or, offline, with another assembly.
 */

const USAGE = `Usage: npm run refuse-loss -- [options]

  --app <folder>     the assembly to be deployed (default: cdk.out)
  --before <folder>  an assembly to compare it with, offline, in place of the deployed stacks
  --accept <ids>     logical ids of resources that may be lost, with commas
`;

/** The part of an assembly's manifest that lists its stacks. */
const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.object({ templateFile: z.string().optional() }).optional() }),
  ),
});

try {
  process.exitCode = await checkDeployment(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof DiffError)) throw error;
  process.stderr.write(`${error.message} It is not known what the deployment would lose.\n`);
  process.exitCode = 1;
}

async function checkDeployment(args: string[]): Promise<number> {
  const { app, before, accept } = parseOptions(args);
  const changes =
    before === undefined ? await compareWithDeployed(app) : await compareAssemblies(before, app);
  const losses = changes.filter(isLoss);
  const accepted = new Set(accept.split(/[\s,]+/));
  const refused = losses.filter(({ logicalId }) => !accepted.has(logicalId));
  for (const loss of losses.filter((loss) => !refused.includes(loss))) {
    process.stdout.write(`Accepted: ${formatChange(loss)}\n`);
  }
  if (refused.length === 0) {
    process.stdout.write('The deployment loses no data and no address.\n');
    return 0;
  }
  process.stderr.write(
    `The deployment would lose data or an address:\n${refused.map((loss) => `  ${formatChange(loss)}\n`).join('')}` +
      `Is a setting missing? To lose them on purpose: --accept ${refused.map(({ logicalId }) => logicalId).join(',')}\n`,
  );
  return 1;
}

/** Ends the program if an option is unknown, because it could be a misspelt one. */
function parseOptions(args: string[]): { app: string; before: string | undefined; accept: string } {
  try {
    const { values } = parseArgs({
      args,
      options: { app: { type: 'string' }, before: { type: 'string' }, accept: { type: 'string' } },
    });
    return { app: values.app ?? 'cdk.out', before: values.before, accept: values.accept ?? '' };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
}

/** With `auto`, CDK compares templates if it cannot create a change set because a parameter that the stack reads is missing. */
async function compareWithDeployed(app: string): Promise<DestructiveChange[]> {
  await readStacks(app);
  return readDestructiveChanges(await runDiff(app, ['--method', 'auto']));
}

async function compareAssemblies(before: string, app: string): Promise<DestructiveChange[]> {
  const stacks = await readStacks(app);
  const changes: DestructiveChange[] = [];
  for (const [name, templateFile] of await readStacks(before)) {
    if (!stacks.has(name)) throw new DiffError(`${app} does not have the stack ${name} of ${before}.`);
    const template = join(before, templateFile);
    changes.push(
      ...readDestructiveChanges(await runDiff(app, ['--template', template, '--exclusively', name])),
    );
  }
  return changes;
}

/** Reads the stacks of an assembly, with the file of each one's template. */
async function readStacks(assembly: string): Promise<Map<string, string>> {
  const text = await readFile(join(assembly, 'manifest.json'), 'utf8').catch((error: Error) => {
    throw new DiffError(`${assembly} is not an assembly: ${error.message}.`);
  });
  const stacks = new Map<string, string>();
  for (const [name, { type, properties }] of Object.entries(
    manifestSchema.parse(JSON.parse(text)).artifacts,
  )) {
    if (type === 'aws:cloudformation:stack') stacks.set(name, properties?.templateFile ?? '');
  }
  if (stacks.size === 0) throw new DiffError(`${assembly} has no stack. Run npm run synth.`);
  return stacks;
}

function formatChange({ stack, type, logicalId, impact }: DestructiveChange): string {
  return `${stack}: ${type} ${logicalId} ${impact}`;
}
