import uPlot from 'uplot';
import type { DayStats } from './fill-days.ts';
import { CHART_HEIGHT_PX, LINES } from './stats-lines.ts';

/*
 * A module of its own, which is loaded only to draw: the chart library already fails at load where the browser's language
 * is not a language tag, as "C" in WebKitGTK.
 */

const MAX_DAYS_WITH_POINTS = 14;

/** Room at the right for the names of the lines. */
const LABEL_PX = 84;

/** Least distance between two names, so that they can be read where lines end together. */
const LABEL_LINE_PX = 16;

/** Draws the chart into an element, and returns what takes it away again. */
export function drawStatsChart(element: HTMLElement, days: readonly DayStats[]): () => void {
  const chart = new uPlot(optionsFor(element, days.length <= MAX_DAYS_WITH_POINTS), toData(days), element);
  const observer = new ResizeObserver(() =>
    chart.setSize({ width: element.clientWidth, height: CHART_HEIGHT_PX }),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

function toData(days: readonly DayStats[]): uPlot.AlignedData {
  const seconds = days.map(({ day }) => Date.parse(day) / 1_000);
  return [seconds, ...LINES.map(({ get }) => days.map(get))] as uPlot.AlignedData;
}

function optionsFor(element: HTMLElement, hasFewDays: boolean): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => resolveColour(element, name);
  const axis: uPlot.Axis = {
    stroke: colour('--text-soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: CHART_HEIGHT_PX,
    padding: [12, LABEL_PX, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    // Days as the service counted them, not in the zone of the reader.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      // A single day would have no width, and the library would give it years.
      x: {
        range: ({ data: [days] }, min, max) =>
          days.length === 1 ? [min - SECONDS_PER_DAY, min + SECONDS_PER_DAY] : [min, max],
      },
      y: { range: (_, __, max) => [0, Math.max(max * 1.1, 4)] },
    },
    series: [
      {},
      ...LINES.map(({ name, colour: variable }) => ({
        label: name,
        stroke: colour(variable),
        width: 2,
        // A line needs two days.
        points: { show: hasFewDays, size: 7, fill: colour(variable) },
      })),
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 36,
        gap: 10,
        // At least a day apart: the service counts by day.
        incrs: DAY_STEPS.map((days) => days * SECONDS_PER_DAY),
        space: 72,
        values: (_, splits) => splits.map((seconds) => tickFormat.format(seconds * 1_000)),
      },
      {
        ...axis,
        size: 48,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000],
      },
    ],
    hooks: { draw: [(chart) => drawNames(chart, style.fontFamily)] },
    plugins: [dayTooltip()],
  };
}

/** Writes the name of each line at its end. */
function drawNames(chart: uPlot, fontFamily: string): void {
  const { ctx } = chart;
  const ratio = devicePixelRatio;
  const last = chart.data[0].length - 1;
  const names = LINES.map(({ name }, index) => ({
    name,
    stroke: chart.series[index + 1]?.stroke,
    y: chart.valToPos(chart.data[index + 1]?.[last] ?? 0, 'y', true),
  })).sort((a, b) => a.y - b.y);
  ctx.save();
  ctx.font = `500 ${12 * ratio}px ${fontFamily}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  // From the lowest up, each at least a line above the one before.
  let below = Number.POSITIVE_INFINITY;
  for (const { name, stroke, y } of names.toReversed()) {
    const at = Math.min(y, below - LABEL_LINE_PX * ratio);
    below = at;
    ctx.fillStyle = typeof stroke === 'function' ? String(stroke(chart, 1)) : String(stroke);
    ctx.fillText(name, chart.bbox.left + chart.bbox.width + 8 * ratio, at);
  }
  ctx.restore();
}

const SECONDS_PER_DAY = 24 * 60 * 60;
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91, 182, 365, 730];

const tickFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows the numbers of the day under the pointer. */
function dayTooltip(): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  box.hidden = true;
  return {
    hooks: {
      init: (chart) => void chart.over.append(box),
      setCursor: (chart) => {
        const { idx, left = 0 } = chart.cursor;
        const seconds = idx === null || idx === undefined ? undefined : chart.data[0][idx];
        box.hidden = seconds === undefined || left < 0;
        if (seconds === undefined || idx === null || idx === undefined) return;
        box.replaceChildren(
          line(dayFormat.format(seconds * 1_000), 'chart-day'),
          ...LINES.map(({ name }, index) => line(`${name} ${chart.data[index + 1]?.[idx] ?? 0}`)),
        );
        const isRight = left > chart.over.clientWidth / 2;
        box.style.left = isRight ? 'auto' : `${left + 12}px`;
        box.style.right = isRight ? `${chart.over.clientWidth - left + 12}px` : 'auto';
      },
    },
  };
}

function line(text: string, className = ''): HTMLElement {
  const node = document.createElement('div');
  node.className = className;
  node.textContent = text;
  return node;
}

/** Resolves a colour of the style sheet, because a canvas does not understand `light-dark()`. */
function resolveColour(element: HTMLElement, variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
