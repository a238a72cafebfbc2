import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * Vitest begins with large files as long as it knows no times, so small files that take minutes would come last and
 * leave a core idle.
 */

/** Folders and beginnings of names of files that take a minute or more. */
const SLOW_FILES = [
  'test/suites/tenancy/',
  'test/suites/faults/single-faults',
  'test/suites/faults/erasure',
  'test/lib/engine/sandbox/sandbox-hoarders',
  'test/lib/platform/audit/every-write',
  'test/suites/http/large-bots',
  'test/apps/cli/moving/move.test',
];

/** Runs the slow files of each project before its others. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const ofProject = sorted.filter((file) => file.project === project);
      return [...ofProject.filter(isSlow), ...ofProject.filter((file) => !isSlow(file))];
    });
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return SLOW_FILES.some((beginning) => moduleId.includes(`/${beginning}`));
}
