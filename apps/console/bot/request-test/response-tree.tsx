import { useState } from 'preact/hooks';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { toValuePath, type ValueKey } from './value-path.ts';

/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** Entries of an object or list that are shown at first, and that each press shows more. */
const SHOWN_ENTRIES = 50;

const MAX_VALUE_CHARS = 200;

/** The JSON of a response. Each value has a button that picks its path. */
export function ResponseTree({ data, onPick }: { data: unknown; onPick: (path: string) => void }) {
  return (
    <ul class="response-tree" aria-label="Values of the response">
      <TreeEntry name="data" value={data} keys={[]} onPick={onPick} />
    </ul>
  );
}

type EntryProps = {
  name: string;
  value: unknown;
  /** From the whole response to the value. */
  keys: readonly ValueKey[];
  onPick: (path: string) => void;
};

function TreeEntry({ name, value, keys, onPick }: EntryProps) {
  const [isOpen, setOpen] = useState(keys.length < OPEN_LEVELS);
  const [shown, setShown] = useState(SHOWN_ENTRIES);
  const entries = listEntries(value);
  const path = toValuePath(keys);
  return (
    <li>
      <div class="response-tree-line">
        {entries && entries.length > 0 ? (
          <Button
            look="quiet"
            icon={isOpen ? 'down' : 'right'}
            label={`Parts of ${path}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span class="response-tree-leaf" />
        )}
        <span class="response-tree-value">
          <code>{name}</code> <span class="soft">{summarize(value)}</span>
        </span>
        <Button look="quiet" icon="plus" label={`Save ${path} in a variable`} onClick={() => onPick(path)} />
      </div>
      {entries && isOpen && (
        <ul>
          {entries.slice(0, shown).map(([key, inner]) => (
            <TreeEntry key={key} name={String(key)} value={inner} keys={[...keys, key]} onPick={onPick} />
          ))}
          {entries.length > shown && (
            <li>
              <Button onClick={() => setShown(shown + SHOWN_ENTRIES)}>
                Show more of {path} ({entries.length - shown})
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** Lists the parts of an object or list. Undefined for other values. */
function listEntries(value: unknown): [ValueKey, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((element, index) => [index, element]);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}

function summarize(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (isJsonObject(value)) return `object with ${Object.keys(value).length}`;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
