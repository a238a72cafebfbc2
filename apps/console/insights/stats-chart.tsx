import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../layout/theme.ts';
import type { DayStats } from './fill-days.ts';
import { CHART_HEIGHT_PX, LINES } from './stats-lines.ts';

/**
 * Views, starts and completions per day. A table with the same numbers is there for screen readers, and for everybody
 * where the chart cannot be drawn.
 */
export function StatsChart({ days }: { days: readonly DayStats[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [isTable, setIsTable] = useState(false);
  const chosenTheme = theme.value;
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isOver = false;
    import('./draw-stats-chart.ts')
      .then(({ drawStatsChart }) => {
        if (!isOver && place.current) remove = drawStatsChart(place.current, days);
      })
      .catch(() => setIsTable(true));
    return () => {
      isOver = true;
      remove?.();
    };
    // Colours are read from the style sheet when the chart is made.
  }, [days, chosenTheme]);
  return (
    <>
      {!isTable && (
        <div ref={place} class="chart" aria-hidden="true" style={{ minHeight: `${CHART_HEIGHT_PX}px` }} />
      )}
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
