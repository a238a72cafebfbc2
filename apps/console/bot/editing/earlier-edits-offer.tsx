import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import type { EarlierEdits, OpenDraft } from '../draft/open-draft.ts';

/** Offers edits that an earlier tab could not send. Nothing is sent unless the person asks for it. */
export function EarlierEditsOffer({ find }: { find: OpenDraft['findEarlierEdits'] }) {
  const [edits, setEdits] = useState<EarlierEdits>();
  useEffect(() => {
    let isGone = false;
    void find().then((found) => {
      if (!isGone) setEdits(found);
    });
    return () => {
      isGone = true;
    };
  }, [find]);
  if (!edits) return null;
  const { count, savedAtMs, editAgain, discard } = edits;
  const close = (act: () => void) => {
    act();
    setEdits(undefined);
  };
  return (
    <section class="earlier-edits" role="status" aria-label="Edits that were not saved">
      <p>
        {count === 1 ? 'An edit' : `${count} edits`} of{' '}
        <time dateTime={new Date(savedAtMs).toISOString()}>{new Date(savedAtMs).toLocaleString()}</time>{' '}
        {count === 1 ? 'was' : 'were'} not saved before this page was closed.
      </p>
      <div class="field-line">
        <Button look="primary" onClick={() => close(editAgain)}>
          Edit again
        </Button>
        <Button onClick={() => close(discard)}>Discard</Button>
      </div>
    </section>
  );
}
