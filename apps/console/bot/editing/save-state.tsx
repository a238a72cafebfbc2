import { Button } from '../../parts/button.tsx';
import { describeFailure } from '../../parts/describe-failure.ts';
import type { SaveStatus } from '../draft/draft.ts';

/** Says whether the edits have reached the service, also to screen readers. */
export function SaveState({ save, onRetry }: { save: SaveStatus; onRetry: () => void }) {
  const isFailed = save.status === 'failed';
  return (
    <div class="save-state">
      <span role="status" class={isFailed ? 'field-error' : 'soft'}>
        {describeSave(save)}
      </span>
      {isFailed && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

function describeSave(save: SaveStatus): string {
  switch (save.status) {
    case 'saved':
      return 'Saved';
    case 'waiting':
    case 'saving':
      return 'Saving…';
    case 'failed':
      return `Not saved: ${describeFailure(save.error).message}`;
  }
}
