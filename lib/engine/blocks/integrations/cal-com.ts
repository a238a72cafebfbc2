import * as z from 'zod';
import { CAL_COM } from '#lib/blocks/integrations/cal-com.ts';
import { lenientList, optionalEnum, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import { once } from '#lib/platform/validation/once.ts';
import { actionBlock, required } from './action-block.ts';

export const calComOptions = once(() =>
  z.object({
    baseUrl: optionalText,
    link: optionalText,
    layout: optionalEnum(['Month', 'Weekly', 'Columns']),
    name: optionalText,
    email: optionalText,
    additionalNotes: optionalText,
    phone: optionalText,
    anyPrefilledInformations: lenientList(z.object({ questionId: optionalText, value: optionalText })),
    saveBookedDateInVariableId: optionalText,
  }),
);

/** Cal.com's layout names. */
const LAYOUTS = { Month: 'month_view', Weekly: 'week_view', Columns: 'column_view' } as const;

const DEFAULT_BASE_URL = 'https://cal.com';

/** Shows a booking calendar. The flow waits until the client reports a booking. */
export const calComBlock = actionBlock({
  about: CAL_COM,
  options: calComOptions,
  actions: {
    'Book event': {
      doing: 'While showing the calendar',
      run(options, { context }) {
        const { baseUrl = DEFAULT_BASE_URL, layout, name, email, phone, additionalNotes } = options;
        const origin = baseUrl.replace(/\/+$/, '');
        const link = required(options.link, 'No event link provided');
        const others = options.anyPrefilledInformations.flatMap(({ questionId, value }) =>
          questionId && value !== undefined ? [[questionId, value]] : [],
        );
        const args = {
          baseUrl: origin,
          // Authors may paste the event's full URL.
          link: link.startsWith(`${origin}/`)
            ? link.slice(origin.length + 1)
            : link.replace(/^https?:\/\/[^/]+\//, ''),
          name: name ?? null,
          email: email ?? null,
          layout: LAYOUTS[layout ?? 'Month'],
          phone: phone ?? null,
          additionalNotes: additionalNotes ?? null,
          otherPrefilledInformations: Object.fromEntries(others),
        };
        return {
          embed: {
            id: context.ports.createId(),
            type: 'custom-embed',
            content: {
              initFunction: { args, content: SHOW_CALENDAR },
              waitForEventFunction: { args: {}, content: WAIT_FOR_BOOKING },
            },
          },
        };
      },
    },
  },
  resume({ options }, text, context) {
    const value = parseJsonValue(text);
    const { saveBookedDateInVariableId } = readOptions(calComOptions(), options);
    context.set(saveBookedDateInVariableId, value === NOT_JSON ? text : value);
  },
});

/**
 * Runs in the client with `args` and the element to render into. Loads Cal.com like its official snippet:
 * https://cal.com/help/embedding/adding-embed
 */
const SHOW_CALENDAR = `if (!window.Cal) {
  const getQueue = (target) => (...args) => { target.q.push(args); };
  const cal = function (...args) {
    if (args[0] === "init" && typeof args[1] === "string") {
      const space = function (...rest) { space.q.push(rest); };
      space.q = [];
      cal.ns[args[1]] = cal.ns[args[1]] || space;
      getQueue(cal.ns[args[1]])(...args);
      getQueue(cal)("initNamespace", args[1]);
      return;
    }
    getQueue(cal)(...args);
  };
  cal.ns = {};
  cal.q = [];
  cal.loaded = true;
  window.Cal = cal;
  const script = document.createElement("script");
  const host = baseUrl === "${DEFAULT_BASE_URL}" ? "https://app.cal.com" : baseUrl;
  script.src = host + "/embed/embed.js";
  document.head.append(script);
}
window.Cal("init", { origin: baseUrl });
const config = { layout, ...otherPrefilledInformations };
if (name) config.name = name;
if (email) config.email = email;
if (additionalNotes) config.notes = additionalNotes;
if (phone) config.location = JSON.stringify({ value: "phone", optionValue: phone });
window.Cal("inline", { elementOrSelector: typebotElement, calLink: link, config });
window.Cal("ui", { hideEventTypeDetails: false, layout });`;

/** Runs in the client with a callback that continues the flow with the given data. */
const WAIT_FOR_BOOKING = `window.Cal("on", {
  action: "bookingSuccessful",
  callback: (event) => continueFlow(event.detail.data.date),
});`;
