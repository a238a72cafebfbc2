import type { ComponentChildren } from 'preact';
import { SkeletonRows } from './skeleton.tsx';

export type ListColumn = {
  name: string;
  /** Whether only screen readers get the name, as for a column of buttons. */
  isNameHidden?: boolean;
  /** Width of what will be there, while it is loaded. */
  skeletonWidth: string;
};

/**
 * A table of a list, with a skeleton until its items have come. On a phone, the cells of a row stand below each other, each
 * beside the name of its column.
 */
export function ListTable<Item>(props: {
  /** Name of the listed things: `Tokens`. */
  label: string;
  columns: readonly ListColumn[];
  /** Undefined while they are loaded. */
  items: readonly Item[] | undefined;
  row: (item: Item) => ComponentChildren;
}) {
  const { label, columns, items, row } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table class="table list-table" style={columnNames(columns)}>
        <thead>
          <tr>
            {columns.map(({ name, isNameHidden }) => (
              <th key={name} scope="col">
                {isNameHidden ? <span class="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items === undefined ? (
            <SkeletonRows widths={columns.map(({ skeletonWidth }) => skeletonWidth)} />
          ) : (
            items.map(row)
          )}
        </tbody>
      </table>
    </section>
  );
}

/** For the style sheet, which repeats the names in every row on a phone. */
function columnNames(columns: readonly ListColumn[]): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ name, isNameHidden }, index) => [
      `--column-${index + 1}`,
      isNameHidden ? 'none' : JSON.stringify(name),
    ]),
  );
}
