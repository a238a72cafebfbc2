import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * A command prints only through apps/terminal/output.ts, which escapes control characters. Libraries that draw on a
 * terminal get the stream itself, and escaped text.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUTPUT = 'apps/terminal/output.ts';

/** Files that hand a stream to a library. Their tests show that the text is escaped. */
const DRAWING = [
  'apps/cli/chat/chat-person.ts',
  'apps/cli/commands/bots/new.ts',
  'apps/cli/commands/login.ts',
  'apps/cli/jobs/job-progress.ts',
  'apps/cli/moving/report/move-progress.ts',
  'apps/cli/progress-bar.ts',
  'apps/terminal/confirmation.ts',
];

const files = globSync('apps/{cli,terminal}/**/*.ts', { cwd: ROOT }).filter((file) => file !== OUTPUT);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('the command line', () => {
  it('writes nowhere else to stdout and stderr', () => {
    const writing = /\bconsole\.\w+\(|process\.std(out|err)\.(write|end|pipe)\b|\.pipe\(process\.std/;
    expect(files.filter((file) => writing.test(read(file)))).toEqual([]);
  });

  it('hands the streams only to the libraries that are known to draw', () => {
    const handing = /\b(output|stream): process\.std(out|err)/;
    expect(files.filter((file) => handing.test(read(file))).toSorted()).toEqual(DRAWING);
  });
});
