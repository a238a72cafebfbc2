import { erasePage } from '#lib/jobs/erasure/erase-results.ts';
import type { TaskOf } from './job.ts';
import type { JobRun, SliceOutcome } from './job-run.ts';

/** `cursor` is the position of the next page. `found` tells whether this pass has found any results. */
type Position = { cursor?: string | undefined; found?: boolean };

/**
 * Erases the results that the bot had when the job was created. The list is eventually consistent and can miss
 * some, so passes repeat until one finds no results.
 */
export async function deleteResultsWork(run: JobRun): Promise<SliceOutcome> {
  const { task, createdAt } = run.job;
  const { botId } = task as TaskOf<'deleteResults'>;
  while (run.hasTime()) {
    const { cursor, found = false } = run.job.place as Position;
    const page = await erasePage(botId, { cursor, to: createdAt, hasTime: run.hasTime });
    const isFound = found || page.deleted > 0;
    const progress = { ...run.job.progress, results: run.job.progress.results + page.deleted };
    if (!page.isComplete) {
      await run.save({ progress, place: { cursor, found: true } });
      return { isDone: false };
    }
    if (page.nextCursor === undefined && !isFound) return { isDone: true };
    await run.save({
      progress,
      place: page.nextCursor === undefined ? {} : { cursor: page.nextCursor, found: isFound },
    });
  }
  return { isDone: false };
}
