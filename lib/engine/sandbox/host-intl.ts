import { MAX_FORMATTERS, MAX_INTL_CHARS } from './sandbox-limits.ts';

/*
 * QuickJS has no locale or time zone data, but authors often format numbers and dates, so the host implements
 * these few calls. Only JSON crosses the boundary, and each call is checked against an allowlist.
 */

type Formatter = { resolvedOptions: () => unknown };

type Options = Record<string, unknown>;

const FORMATTERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    'NumberFormat',
    { methods: ['format', 'formatToParts'], create: (...args) => new Intl.NumberFormat(...args) },
  ],
  [
    'DateTimeFormat',
    {
      methods: ['format', 'formatToParts', 'formatRange'],
      create: (locales, options) => new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...options }),
      argument: Number,
    },
  ],
  [
    'PluralRules',
    { methods: ['select'], create: (...args) => new Intl.PluralRules(...args), argument: Number },
  ],
  [
    'RelativeTimeFormat',
    { methods: ['format', 'formatToParts'], create: (...args) => new Intl.RelativeTimeFormat(...args) },
  ],
  ['ListFormat', { methods: ['format', 'formatToParts'], create: (...args) => new Intl.ListFormat(...args) }],
  ['Collator', { methods: ['compare'], create: (...args) => new Intl.Collator(...args) }],
]);

type Kind = {
  methods: string[];
  // biome-ignore lint/suspicious/noExplicitAny: options come from user code; Intl itself rejects invalid ones
  create: (locales: string | string[] | undefined, options: any) => Formatter;
  argument?: (value: unknown) => unknown;
};

const DATE_PARTS = ['weekday', 'year', 'month', 'day'];
const TIME_PARTS = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
const DATE_DEFAULTS = { year: 'numeric', month: 'numeric', day: 'numeric' };
const TIME_DEFAULTS = { hour: 'numeric', minute: 'numeric', second: 'numeric' };

/**
 * Date methods. Each applies its default options unless the given options already set a related part
 * (https://tc39.es/ecma402/#sec-createdatetimeformat). The native methods would create a formatter on every
 * call.
 */
const DATE_METHODS: ReadonlyMap<string, DateMethod> = new Map<string, DateMethod>([
  [
    'toLocaleString',
    { parts: [...DATE_PARTS, ...TIME_PARTS], defaults: { ...DATE_DEFAULTS, ...TIME_DEFAULTS } },
  ],
  ['toLocaleDateString', { parts: DATE_PARTS, defaults: DATE_DEFAULTS, refusedStyle: 'timeStyle' }],
  ['toLocaleTimeString', { parts: TIME_PARTS, defaults: TIME_DEFAULTS, refusedStyle: 'dateStyle' }],
]);

type DateMethod = { parts: string[]; defaults: object; refusedStyle?: string };

/** Takes `[kind, method, locales, options, arguments]` and returns `{value}` or `{error}`, all as JSON. */
export type HostIntl = (request: string) => string;

/** Creates the formatters of one turn. They are cached, up to `MAX_FORMATTERS`. */
export function createHostIntl(): HostIntl {
  const formatters = new Map<string, Formatter>();

  function getFormatter(key: unknown[], create: () => Formatter): Formatter {
    const text = JSON.stringify(key);
    const made = formatters.get(text);
    if (made) return made;
    if (formatters.size >= MAX_FORMATTERS)
      throw new RangeError(`Code may create at most ${MAX_FORMATTERS} different formatters`);
    const formatter = create();
    formatters.set(text, formatter);
    return formatter;
  }

  function dateText(method: string, time: number, locales: string | string[], options: Options): string {
    const type = DATE_METHODS.get(method);
    if (!type) throw new TypeError(`Date.${method} is not supported`);
    if (Number.isNaN(time)) return 'Invalid Date';
    const formatter = getFormatter(['Date', method, locales, options], () =>
      dateFormat(type, locales, options),
    );
    return (formatter as Intl.DateTimeFormat).format(time);
  }

  function evaluate(request: string): unknown {
    if (request.length > MAX_INTL_CHARS) throw new RangeError('Too much to format at once');
    const [kind, method, locales, options, args] = JSON.parse(request) as [
      string,
      string,
      string | string[] | null,
      Options | null,
      unknown[],
    ];
    const chosen = locales ?? DEFAULT_LOCALE;
    if (kind === 'Date') return dateText(method, new Date(Number(args[0])).getTime(), chosen, options ?? {});
    const type = FORMATTERS.get(kind);
    if (!type) throw new TypeError(`Intl.${kind} is not supported`);
    const formatter = getFormatter([kind, locales, options], () => type.create(chosen, options ?? undefined));
    if (method === 'resolvedOptions') return formatter.resolvedOptions();
    if (!type.methods.includes(method)) throw new TypeError(`Intl.${kind}.${method} is not supported`);
    const call = (formatter as unknown as Record<string, (...values: unknown[]) => unknown>)[method];
    const { argument } = type;
    return call?.apply(formatter, argument ? args.map(argument) : args);
  }

  return (request) => {
    try {
      return JSON.stringify({ value: evaluate(request) });
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Bots were written for servers with this default locale. */
const DEFAULT_LOCALE = 'en-US';

function dateFormat(
  { parts, defaults, refusedStyle }: DateMethod,
  locales: string | string[],
  options: Options,
): Intl.DateTimeFormat {
  const has = (name: string) => options[name] !== undefined;
  if (refusedStyle !== undefined && has(refusedStyle))
    throw new TypeError(`Invalid option : ${refusedStyle}`);
  const hasOwnParts = [...parts, 'dateStyle', 'timeStyle'].some(has);
  return new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...(hasOwnParts ? {} : defaults), ...options });
}
