import type { DayStats } from './fill-days.ts';

export const CHART_HEIGHT_PX = 260;

/** Each line is named at its end, in its colour, so that no legend is needed. */
export const LINES = [
  { name: 'Views', colour: '--text-soft', get: ({ views }: DayStats) => views },
  { name: 'Starts', colour: '--accent', get: ({ starts }: DayStats) => starts },
  { name: 'Completed', colour: '--good', get: ({ completed }: DayStats) => completed },
] as const;
