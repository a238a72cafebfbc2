import type { ClientScript } from '#lib/engine/model/chat-protocol.ts';

/* Scripts for values that only the client knows: its local time and device type. */

const MOMENT_OF_THE_DAY = `const hour = new Date().getHours();
if (hour < 12) return 'morning';
return hour < 18 ? 'afternoon' : 'evening';`;

const DEVICE_TYPE = `const agent = navigator.userAgent;
const hasTouch = navigator.maxTouchPoints > 0;
const isTablet = /iPad|Tablet|PlayBook|Silk/i.test(agent) || (/Android/i.test(agent) && !/Mobile/i.test(agent));
if (isTablet || (hasTouch && /Macintosh/.test(agent))) return 'tablet';
return /Mobi|iPhone|iPod|Android/i.test(agent) ? 'mobile' : 'desktop';`;

export function clientValueScript(type: 'Moment of the day' | 'Device type'): ClientScript {
  return { content: type === 'Device type' ? DEVICE_TYPE : MOMENT_OF_THE_DAY, isCode: false, args: [] };
}
