import { stripVTControlCharacters } from 'node:util';

/** Outcome of `cdk diff --fail-on destructive`. */
export type DiffOutcome = { exitCode: number; output: string };

/** A resource that a deployment would delete, replace or no longer manage. */
export type DestructiveChange = {
  stack: string;
  type: string;
  logicalId: string;
  /** In the words of the CLI, such as "will be orphaned". */
  impact: string;
};

/** The diff failed, or cannot be read. */
export class DiffError extends Error {
  override readonly name = 'DiffError';
}

const FINISHED = /^\S*\s*Number of stacks with differences: \d+$/m;
const HEADING = /^.*Found (\d+) destructive change\(s\).*$/m;
/** The path of the construct is between type and id, and absent without path metadata. */
const CHANGE =
  /^ {2}(\S+): (\w+::\S+) (?:.* )?(\w+) ((?:will|may) be (?:replaced|destroyed|orphaned))(?: \(moved to .*\))?$/;

/**
 * Reads the list of destructive changes that the CLI prints. Anything incomplete or unknown is an error, so that a diff that
 * failed never looks like one without losses.
 *
 * @throws DiffError if the diff was not completed, or its list cannot be read
 */
export function readDestructiveChanges({ exitCode, output }: DiffOutcome): DestructiveChange[] {
  const text = stripVTControlCharacters(output);
  // The CLI goes on without options that it does not know.
  const unknown = /^Unknown option.*$/m.exec(text);
  if (unknown) throw new DiffError(unknown[0]);
  if (!FINISHED.test(text)) throw new DiffError(`The diff failed with exit code ${exitCode}.`);
  const heading = HEADING.exec(text);
  if (!heading) {
    if (exitCode === 0) return [];
    throw new DiffError(`The diff ended with exit code ${exitCode}, but lists no destructive change.`);
  }
  const count = Number(heading[1]);
  const lines = text
    .slice(heading.index)
    .split('\n')
    .slice(1, count + 1);
  const changes = lines.map(parseChange).filter((change) => change !== undefined);
  if (exitCode !== 1 || count === 0 || changes.length !== count) {
    throw new DiffError(
      `The diff lists ${count} destructive changes, of which ${changes.length} can be read.`,
    );
  }
  return changes;
}

function parseChange(line: string): DestructiveChange | undefined {
  const [, stack, type, logicalId, impact] = CHANGE.exec(line) ?? [];
  if (!stack || !type || !logicalId || !impact) return undefined;
  return { stack, type, logicalId, impact };
}
