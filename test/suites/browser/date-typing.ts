import type { Page } from 'playwright-core';
import { ENGINE } from './engine.ts';

/** Types a date into a field. WebKitGTK waits for the Tab key after each part, the others go on by themselves. */
export async function typeDate({ keyboard }: Page, date: `${string}-${string}-${string}`): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  await typeParts(keyboard, [month, day, year]);
}

/** Types a time in the afternoon into a field. WebKitGTK has 24 hours in the C locale. */
export async function typeTime({ keyboard }: Page, time: `${string}:${string}`): Promise<void> {
  const [hour = '', minute = ''] = time.split(':');
  await typeParts(
    keyboard,
    ENGINE === 'webkit' ? [hour, minute] : [String(Number(hour) - 12).padStart(2, '0'), minute, 'PM'],
  );
}

async function typeParts(keyboard: Page['keyboard'], parts: readonly string[]): Promise<void> {
  for (const [index, part] of parts.entries()) {
    if (index > 0 && ENGINE === 'webkit') await keyboard.press('Tab');
    await keyboard.type(part);
  }
}
