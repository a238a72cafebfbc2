import { Button } from '../../parts/button.tsx';
import type { EditCollision } from '../draft/draft-state.ts';
import { describePath } from './describe-path.ts';
import { useEditor } from './editor.ts';

/** Longest value that is shown, in characters. */
const MAX_SHOWN_CHARS = 300;

/** Edits that somebody else's change stands in the way of, with both values. */
export function CollisionList(props: {
  collisions: readonly EditCollision[];
  onSettle: (collision: EditCollision, choice: 'mine' | 'theirs') => void;
}) {
  const { collisions, onSettle } = props;
  const { document } = useEditor();
  return (
    <section class="collisions" role="alert" aria-label="Conflicting changes">
      <h3>Somebody else has changed this too</h3>
      <ul>
        {collisions.map((collision) => {
          const { operation, clash } = collision;
          const mine = 'value' in operation ? operation.value : undefined;
          return (
            <li key={clash.path + JSON.stringify(operation)}>
              <p>{describePath(document, clash.path) || operation.op}</p>
              <dl>
                <dt>Yours</dt>
                <dd>{formatValue(mine)}</dd>
                <dt>Theirs</dt>
                <dd>{formatValue(clash.current)}</dd>
              </dl>
              <div class="field-line">
                <Button onClick={() => onSettle(collision, 'theirs')}>Keep theirs</Button>
                {clash.path !== '' && <Button onClick={() => onSettle(collision, 'mine')}>Use mine</Button>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function formatValue(value: unknown): string {
  const text = value === undefined ? 'Nothing' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
