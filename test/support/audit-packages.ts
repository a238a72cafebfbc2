import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { runProgram } from './run-program.ts';

/*
 * `npm run suite audit`: fails if the registry knows a grave vulnerability of a package that is deployed or published.
 * Without an answer of the registry it says so, because a change is not at fault for that.
 */

const LEVEL = 'high';

const findingsSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string() })])),
    }),
  ),
});
const failureSchema = z.object({ message: z.string() });

export type Audit = { exitCode: number; message: string };

/**
 * Judges what `npm audit --json` prints.
 *
 * @throws Error if npm fails for another reason than the registry
 */
export function judgeAudit(exitCode: number, stdout: string): Audit {
  const report: unknown = JSON.parse(stdout);
  const findings = findingsSchema.safeParse(report);
  if (findings.success) {
    const lines = Object.entries(findings.data.vulnerabilities).map(([name, { severity, range, via }]) => {
      const titles = via.map((cause) => (typeof cause === 'string' ? `by way of ${cause}` : cause.title));
      return `  ${severity}: ${name} ${range}: ${titles.join('; ')}`;
    });
    const heading =
      exitCode === 0 ? `No package has a vulnerability of level ${LEVEL} or above.` : 'Vulnerable packages:';
    return { exitCode, message: [heading, ...lines].join('\n') };
  }
  const { message } = failureSchema.parse(report);
  if (!message.includes('/-/npm/v1/security/')) throw new Error(`npm audit failed: ${message}`);
  return { exitCode: 0, message: `Skipping npm audit, because the registry does not answer it: ${message}` };
}

/** Audits the packages of the lock file, without those for development. */
export async function auditPackages(args: readonly string[] = []): Promise<Audit> {
  const options = ['audit', '--json', '--omit', 'dev', `--audit-level=${LEVEL}`, ...args];
  const { exitCode, stdout } = await runProgram('npm', options, { capture: true });
  return judgeAudit(exitCode, stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { exitCode, message } = await auditPackages(process.argv.slice(2));
  console.log(message);
  process.exitCode = exitCode;
}
