// @ts-check

/*
 * Dates in the VM use the host's time zone, which is UTC in production. On a developer's machine in another
 * time zone, this runs first, so that bots get the same dates. `machine-sources.ts` embeds this file as a
 * string; run `npm run docs` after changing it.
 */
(() => {
  const D = Date,
    { prototype } = D,
    { construct, apply } = Reflect,
    { parse, UTC, now } = D;
  /** @type {(object: object, name: PropertyKey, value: unknown) => object} */
  const hide = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, configurable: true });
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    hide(prototype, 'get' + part, /** @type {any} */ (prototype)['getUTC' + part]);
    if (part !== 'Day') hide(prototype, 'set' + part, /** @type {any} */ (prototype)['setUTC' + part]);
  }
  hide(prototype, 'getTimezoneOffset', () => 0);
  /** @type {(date: Date) => string[]} */
  const words = (date) => {
    const [day, date2, month, year, time] = apply(prototype.toUTCString, date, []).split(/,? /);
    return time === undefined ? ['Invalid Date'] : [[day, month, date2, year].join(' '), time + ' GMT+0000'];
  };
  hide(
    prototype,
    'toString',
    /** @this {Date} */ function toString() {
      return words(this).join(' ');
    },
  );
  hide(
    prototype,
    'toDateString',
    /** @this {Date} */ function toDateString() {
      return words(this)[0];
    },
  );
  hide(
    prototype,
    'toTimeString',
    /** @this {Date} */ function toTimeString() {
      const [date, time] = words(this);
      return time ?? date;
    },
  );
  const HAS_ZONE = /^\d{4}(-\d\d){0,2}$|(Z|GMT|UTC|[+-]\d\d:?\d\d)\s*(\(.*\))?$/i;
  /** @type {(value: unknown) => number} */
  const parseUtc = (value) => {
    const text = String(value);
    if (HAS_ZONE.test(text)) return parse(text);
    const time = parse(text + 'Z');
    return time === time ? time : parse(text + ' UTC');
  };
  /** @type {any} */
  const Wrapped = function Date(/** @type {any[]} */ ...args) {
    if (!new.target) return new Wrapped().toString();
    if (args.length > 1) return construct(D, [apply(UTC, D, args)], new.target);
    return construct(
      D,
      args.length === 1 && typeof args[0] === 'string' ? [parseUtc(args[0])] : args,
      new.target,
    );
  };
  Wrapped.prototype = prototype;
  hide(prototype, 'constructor', Wrapped);
  hide(Wrapped, 'now', now);
  hide(Wrapped, 'UTC', UTC);
  hide(Wrapped, 'parse', parseUtc);
  hide(globalThis, 'Date', Wrapped);
})();
