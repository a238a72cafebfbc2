import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { colorTheme } from '../layout/theme.ts';
import type { DayStats } from './fill-days.ts';
import { CHART_HEIGHT_PX, LINES } from './stats-lines.ts';

/**
 * Views, starts and completions per day. A table with the same numbers is there for screen readers, and for everybody
 * where the chart cannot be drawn.
 */
export function StatsChart({ days }: { days: readonly DayStats[] }) {
  const [isTable, setIsTable] = useState(false);
  const showTable = useCallback(() => setIsTable(true), []);
  return (
    <>
      {/* Colours are read from the style sheet when the chart is made, so another theme needs another chart. */}
      {!isTable && <DrawnChart key={colorTheme.value} days={days} onFailure={showTable} />}
      <div class={isTable ? 'table-scroll' : 'visually-hidden'}>
        <table class="stats-table">
          <caption>Views, starts and completions per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {LINES.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {LINES.map(({ name, get }) => (
                  <td key={name}>{get(day)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** `onFailure` is called if the chart cannot be drawn. */
function DrawnChart({ days, onFailure }: { days: readonly DayStats[]; onFailure: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isOver = false;
    import('./draw-stats-chart.ts')
      .then(({ drawStatsChart }) => {
        if (!isOver && container.current) remove = drawStatsChart(container.current, days);
      })
      .catch(onFailure);
    return () => {
      isOver = true;
      remove?.();
    };
  }, [days, onFailure]);
  return (
    <div ref={container} class="chart" aria-hidden="true" style={{ minHeight: `${CHART_HEIGHT_PX}px` }} />
  );
}
