import { useState } from 'preact/hooks';
import { PERIODS } from '../data/period.ts';
import { Popover } from '../parts/menu.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Segments } from '../parts/segments.tsx';
import type { ResultsQuery } from './result-filter.ts';

const COMPLETIONS = [
  { value: '', label: 'All' },
  { value: 'true', label: 'Completed' },
  { value: 'false', label: 'Incomplete' },
] as const;

/** The filters above the table, and the choice of its columns. */
export function ResultFilters(props: {
  filter: ResultsQuery;
  /** Titles of all columns. */
  columns: readonly string[];
  /** Names of the flow's variables. */
  variables: readonly string[];
  hidden: ReadonlySet<string>;
  onHide: (title: string, isHidden: boolean) => void;
  onChange: (changes: Partial<ResultsQuery>) => void;
}) {
  const { filter, columns, variables, hidden, onHide, onChange } = props;
  const [value, setValue] = useState(filter.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element search is not known everywhere
    <div class="results-filters" role="search">
      <SearchField label="Search answers" value={filter.search} onSearch={(search) => onChange({ search })} />
      <Segments
        label="Completion"
        value={filter.completed}
        options={COMPLETIONS}
        onChoose={(completed) => onChange({ completed })}
      />
      <select
        class="input"
        aria-label="Period"
        value={filter.period}
        onChange={({ currentTarget }) =>
          onChange({ period: PERIODS.find((period) => period.value === currentTarget.value)?.value ?? '' })
        }
      >
        {PERIODS.map((period) => (
          <option key={period.value} value={period.value}>
            {period.label}
          </option>
        ))}
      </select>
      {variables.length > 0 && (
        <Popover
          label="Variable"
          look="plain"
          role="dialog"
          class="results-popover"
          text={
            filter.variable && filter.value ? `${filter.variable} is ${filter.value}` : <span>Variable</span>
          }
        >
          {(close) => (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                onChange({ variable: filter.variable || (variables[0] ?? ''), value });
                close();
              }}
            >
              <label class="field">
                Variable
                <select
                  class="input"
                  value={filter.variable || variables[0]}
                  onChange={({ currentTarget }) => onChange({ variable: currentTarget.value })}
                >
                  {variables.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <label class="field">
                Has exactly this value
                <input
                  class="input"
                  value={value}
                  onInput={({ currentTarget }) => setValue(currentTarget.value)}
                />
              </label>
              <div class="results-popover-foot">
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    setValue('');
                    onChange({ variable: '', value: '' });
                    close();
                  }}
                >
                  Clear
                </button>
                <button type="submit" class="button primary">
                  Filter
                </button>
              </div>
            </form>
          )}
        </Popover>
      )}
      {columns.length > 0 && (
        <Popover
          label="Columns"
          look="plain"
          role="dialog"
          class="results-popover"
          text={hidden.size === 0 ? 'Columns' : `Columns (${columns.length - hidden.size})`}
        >
          {() => (
            <fieldset class="column-choice">
              <legend>Columns</legend>
              {columns.map((title) => (
                <label key={title}>
                  <input
                    type="checkbox"
                    checked={!hidden.has(title)}
                    onChange={({ currentTarget }) => onHide(title, !currentTarget.checked)}
                  />
                  {title}
                </label>
              ))}
            </fieldset>
          )}
        </Popover>
      )}
    </div>
  );
}
