import {
  MAX_FETCHES,
  MAX_INTL_CHARS,
  MAX_OUTPUT_CHARS,
  MAX_OUTPUT_DEPTH,
  MAX_REQUESTED_CHARS,
} from './sandbox-limits.ts';

/**
 * Runs in the machine before any user code, in sloppy JavaScript of its own world: a function of what the host offers
 * that gives the host its handles. It keeps the built-in functions that it needs, since user code may replace them. It is
 * no border: the host reads what comes from here as anything that user code may have made.
 *
 * Values go out as `encoded-value.ts` reads them.
 */
export const MACHINE_PRELUDE = `((hostIntl, hostFetch) => {
'use strict';
const { apply } = Reflect, { stringify, parse } = JSON, { keys, defineProperty, hasOwn } = Object, { isArray } = Array;
const F = Function, AF = (async () => {}).constructor, P = Promise, D = Date, E = Error, S = String, N = Number, B = Boolean;
const TE = TypeError, RE = RangeError, root = globalThis;
const timeOf = D.prototype.getTime, now = D.now, cut = S.prototype.slice;
const valueOfText = S.prototype.valueOf, valueOfNumber = N.prototype.valueOf, valueOfFlag = B.prototype.valueOf;
const hide = (object, name, value) => defineProperty(object, name, { value, writable: true, configurable: true });

let chars = 0;
const counted = (text) => {
  chars += text.length;
  if (chars > ${MAX_OUTPUT_CHARS}) throw new RE('Output is larger than ${MAX_OUTPUT_CHARS} characters');
  return text;
};
const encoded = (value, depth) => {
  switch (typeof value) {
    case 'string': return counted(stringify(value));
    case 'number': return counted(value - value === 0 ? stringify(value) : '[1,"' + value + '"]');
    case 'boolean': return counted(value ? 'true' : 'false');
    case 'undefined': return counted('[1,"undefined"]');
    case 'bigint': return counted('null');
    case 'object': break;
    default: throw new TE('Unsupported type');
  }
  if (value === null) return counted('null');
  if (depth >= ${MAX_OUTPUT_DEPTH}) throw new RE('Output has more than ${MAX_OUTPUT_DEPTH} levels');
  if (value instanceof P) throw new TE('Unsupported type');
  if (isArray(value)) {
    const length = value.length;
    let text = counted('[0');
    for (let index = 0; index < length; index++) text += ',' + encoded(value[index], depth + 1);
    return text + ']';
  }
  if (value instanceof D) {
    const time = apply(timeOf, value, []);
    return counted(time === time ? '[2,' + time + ']' : '[2]');
  }
  if (value instanceof S) return encoded(apply(valueOfText, value, []), depth + 1);
  if (value instanceof N) return encoded(apply(valueOfNumber, value, []), depth + 1);
  if (value instanceof B) return encoded(apply(valueOfFlag, value, []), depth + 1);
  const names = keys(value);
  const length = names.length;
  let text = counted('{');
  for (let index = 0; index < length; index++) {
    const name = names[index];
    text += (index ? ',' : '') + counted(stringify(name)) + ':' + encoded(value[name], depth + 1);
  }
  return text + '}';
};

const short = (text) => apply(cut, text, [0, 1000]);
const textOf = (value) => (typeof value === 'symbol' ? 'Symbol' : short(S(value)));
const failed = (error) => {
  // Texts one by one: a list would be asked for its "toJSON".
  try {
    if (error instanceof E) {
      const { cause, message, name, stack } = error;
      return '["error",' + stringify(textOf(cause)) + ',' + stringify(textOf(message)) + ',' +
        stringify(textOf(name)) + ',' + stringify(textOf(stack)) + ']';
    }
    return '["thrown",' + stringify(textOf(typeof error === 'object' && error !== null ? stringify(error) : error)) + ']';
  } catch {
    return '["thrown","Unknown error"]';
  }
};

let assigned = '';
const succeeded = (value) => '["value",' + encoded(value, 0) + ',[' + assigned + ']]';

hide(root, 'global', root);
const silent = {};
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'group', 'groupCollapsed', 'groupEnd', 'time', 'timeEnd', 'timeLog', 'count', 'assert', 'clear']) silent[name] = () => {};
hide(root, 'console', silent);

const plain = (value) => {
  if (value instanceof D) return plain(apply(timeOf, value, []));
  if (typeof value === 'number' && value - value !== 0) return S(value);
  return typeof value === 'bigint' ? S(value) : value;
};
const askIntl = (kind, method, locales, options, args) => {
  const list = [];
  for (let index = 0; index < args.length; index++) list[index] = plain(args[index]);
  const request = stringify([kind, method, locales ?? null, options ?? null, list]);
  if (request.length > ${MAX_INTL_CHARS}) throw new RE('Too much to format at once');
  const { value, error } = parse(hostIntl(request));
  if (error !== undefined) throw new RE(error);
  return value;
};
const intlClass = (kind, methods) => {
  const Class = function (locales, options) {
    if (!new.target) return new Class(locales, options);
    const own = options === undefined ? undefined : parse(stringify(options) ?? 'null');
    const resolved = askIntl(kind, 'resolvedOptions', locales, own, []);
    hide(this, 'resolvedOptions', () => resolved);
    for (const method of methods) {
      hide(this, method, (...args) =>
        askIntl(kind, method, locales, own, kind === 'DateTimeFormat' && args[0] === undefined ? [now()] : args));
    }
  };
  hide(Class, 'supportedLocalesOf', (locales) => (isArray(locales) ? locales : [locales]));
  hide(Class, 'name', kind);
  return Class;
};
const intl = {};
hide(intl, 'NumberFormat', intlClass('NumberFormat', ['format', 'formatToParts']));
hide(intl, 'DateTimeFormat', intlClass('DateTimeFormat', ['format', 'formatToParts', 'formatRange']));
hide(intl, 'PluralRules', intlClass('PluralRules', ['select']));
hide(intl, 'RelativeTimeFormat', intlClass('RelativeTimeFormat', ['format', 'formatToParts']));
hide(intl, 'ListFormat', intlClass('ListFormat', ['format', 'formatToParts']));
hide(intl, 'Collator', intlClass('Collator', ['compare']));
hide(root, 'Intl', intl);
hide(N.prototype, 'toLocaleString', function toLocaleString(locales, options) {
  return askIntl('NumberFormat', 'format', locales, options, [apply(valueOfNumber, this, [])]);
});
hide(BigInt.prototype, 'toLocaleString', function toLocaleString(locales, options) {
  return askIntl('NumberFormat', 'format', locales, options, [S(this)]);
});
hide(S.prototype, 'localeCompare', function localeCompare(that, locales, options) {
  return askIntl('Collator', 'compare', locales, options, [S(this), S(that)]);
});
for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
  hide(D.prototype, method, function (locales, options) {
    return askIntl('Date', method, locales, options, [apply(timeOf, this, [])]);
  });
}

for (const method of ['toString', 'toTimeString']) {
  const native = D.prototype[method];
  hide(D.prototype, method, function () {
    const text = apply(native, this, []);
    return text === 'Invalid Date' ? text : text + ' (Coordinated Universal Time)';
  });
}

// What the code was given keeps its name.
const offer = (name, value) => hasOwn(root, name) || hide(root, name, value);

let outcome;
const waiting = new Map();
const { get: take, set: put, delete: drop } = Map.prototype;
let fetches = 0, requestedChars = 0;

return {
  define: (json) => {
    const globals = parse(json);
    for (let index = 0; index < globals.length; index++) {
      const entry = globals[index];
      // A name that cannot be given away, such as "undefined", keeps its meaning.
      try {
        defineProperty(root, entry[0], { value: entry[1], writable: true, configurable: true, enumerable: true });
      } catch {}
    }
  },
  evaluate: (json) => {
    try {
      return succeeded(F(parse(json))());
    } catch (error) {
      return failed(error);
    }
  },
  start: (json) => {
    offer('setVariable', (name, value) => {
      assigned += (assigned ? ',' : '') + '[' + stringify(S(name)) + ',' + encoded(value, 0) + ']';
    });
    offer('fetch', (url, init) =>
      new P((resolve, reject) => {
        if (++fetches > ${MAX_FETCHES}) throw new RE('Script may send ${MAX_FETCHES} requests at most');
        const request = '[' + fetches + ',' + stringify(S(url)) + ',' + (stringify(init) ?? 'null') + ']';
        requestedChars += request.length;
        if (requestedChars > ${MAX_REQUESTED_CHARS}) throw new RE('Requests are larger than ${MAX_REQUESTED_CHARS} characters');
        apply(put, waiting, [fetches, { resolve, reject }]);
        hostFetch(request);
      }));
    const body = parse(json);
    (async () => {
      try {
        outcome = succeeded(await AF(body)());
      } catch (error) {
        outcome = failed(error);
      }
    })();
  },
  outcome: () => outcome,
  settle: (json) => {
    const answer = parse(json);
    const request = apply(take, waiting, [answer[0]]);
    apply(drop, waiting, [answer[0]]);
    if (answer[1]) request?.resolve(answer[2]);
    else request?.reject(new TE(answer[2]));
  },
};
})`;
