import { SkeletonRows } from '../parts/skeleton.tsx';
import { formatTime } from '../parts/time.tsx';
import type { ListedResult, ResultColumns } from './result-columns.ts';

const COLUMN_WIDTHS = ['120px', '70px', '120px', '160px', '120px'];

/** Results, one per row, with a column per question. A click on a row shows its conversation. */
export function ResultTable(props: {
  results: readonly ListedResult[] | undefined;
  columns: ResultColumns | undefined;
  hidden: ReadonlySet<string>;
  /** Ids of the results that are ticked. Undefined if nothing can be done with them. */
  selected: ReadonlySet<string> | undefined;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** The result whose conversation is shown. */
  shownId: string;
  onShow: (id: string) => void;
}) {
  const { results, columns, hidden, selected, onSelect, shownId, onShow } = props;
  const shownColumns = (columns?.titles ?? [])
    .map((title, index) => ({ title, index }))
    .filter(({ title }) => !hidden.has(title));
  const isEverySelected = results?.every(({ id }) => selected?.has(id)) ?? false;
  const toggle = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  return (
    // Focusable, because it scrolls sideways.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys
    <section class="table-scroll results-scroll" aria-label="Results" tabIndex={0}>
      <table class="table results-table">
        <thead>
          <tr>
            {selected && (
              <th scope="col" class="tick">
                <input
                  type="checkbox"
                  aria-label="Select all that are shown"
                  checked={isEverySelected && (results?.length ?? 0) > 0}
                  onChange={({ currentTarget }) =>
                    onSelect(new Set(currentTarget.checked ? results?.map(({ id }) => id) : []))
                  }
                />
              </th>
            )}
            <th scope="col">Started</th>
            <th scope="col">State</th>
            {shownColumns.map(({ title, index }) => (
              <th scope="col" key={index}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results === undefined || columns === undefined ? (
            <SkeletonRows widths={COLUMN_WIDTHS} />
          ) : (
            results.map((result) => {
              const cells = columns.toCells(result);
              return (
                <tr
                  key={result.id}
                  class={result.id === shownId ? 'current' : ''}
                  // For the mouse; the button in the row is for everyone.
                  onClick={({ target }) => {
                    const isControl = target instanceof Element && target.closest('button, input') !== null;
                    if (!isControl && getSelection()?.isCollapsed !== false) onShow(result.id);
                  }}
                >
                  {selected && (
                    <td class="tick">
                      <input
                        type="checkbox"
                        aria-label={`Select the result of ${formatTime(result.createdAt)}`}
                        checked={selected.has(result.id)}
                        onChange={({ currentTarget }) => toggle(result.id, currentTarget.checked)}
                      />
                    </td>
                  )}
                  <td class="numbers">
                    <button
                      type="button"
                      class="row-button"
                      aria-pressed={result.id === shownId}
                      title="Show the conversation"
                      onClick={() => onShow(result.id)}
                    >
                      {formatTime(result.createdAt)}
                    </button>
                  </td>
                  <td>
                    <span class={`tag ${result.isCompleted ? 'good' : ''}`}>
                      {result.isCompleted ? 'Completed' : 'Incomplete'}
                    </span>
                  </td>
                  {shownColumns.map(({ index }) => (
                    <td key={index} class="cell" title={cells[index]}>
                      {cells[index]}
                    </td>
                  ))}
                </tr>
              );
            })
          )}
        </tbody>
      </table>
    </section>
  );
}
