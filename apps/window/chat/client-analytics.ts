import { type Fields, getFields, getFlag, getList, getText } from '#apps/client/loose-fields.ts';
import { consoleNote } from '#apps/window/console-note.ts';
import { runHeadScripts } from '#apps/window/run-head-scripts.ts';

/*
 * Reports to Google and Meta. No script of theirs is loaded unless the bot's author has entered an id, and nothing in
 * previews.
 */

type Page = {
  dataLayer?: unknown[];
  gtag?: (...args: unknown[]) => void;
  fbq?: Pixel;
  _fbq?: Pixel;
};

type Pixel = ((...args: unknown[]) => void) & {
  callMethod?: (...args: unknown[]) => void;
  queue: unknown[][];
  push: unknown;
  loaded: boolean;
  version: string;
};

const page = window as Page;

/** Performs an action for Google or Meta. */
export function runAnalytics(action: Fields & { type: string }): void {
  const fields = getFields(action, action.type);
  if (action.type === 'startPropsToInject') injectStartProps(fields);
  else if (action.type === 'googleAnalytics') sendAnalyticsEvent(fields);
  else if (action.type === 'pixel') sendPixelEvent(fields);
}

/** Adds to the page what a bot needs before it starts: analytics, tag manager, pixels, and its author's own code. */
function injectStartProps(props: Fields | undefined): void {
  const analyticsId = getText(props, 'googleAnalyticsId');
  if (analyticsId) startAnalytics(analyticsId);
  const managerId = getText(props, 'gtmId');
  if (managerId) {
    page.dataLayer ??= [];
    page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    addScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(managerId)}`);
  }
  const pixelIds = Array.isArray(props?.pixelIds) ? props.pixelIds : [];
  for (const id of pixelIds) {
    startPixel()('init', String(id));
    page.fbq?.('trackSingle', String(id), 'PageView');
  }
  const code = getText(props, 'customHeadCode');
  if (code) injectCode(code);
}

/** Sends an event to Google Analytics. */
function sendAnalyticsEvent(event: Fields | undefined): void {
  const trackingId = getText(event, 'trackingId');
  if (trackingId && !page.gtag) startAnalytics(trackingId);
  page.gtag?.('event', getText(event, 'action'), {
    event_category: event?.category,
    event_label: event?.label,
    value: event?.value,
    send_to: event?.sendTo,
  });
}

/** Sends an event to Meta Pixel. */
function sendPixelEvent(event: Fields | undefined): void {
  const [id, type] = [getText(event, 'pixelId'), getText(event, 'eventType')];
  if (!id || !type) return;
  const pixel = startPixel();
  if (getFlag(event, 'isInitSkip')) pixel('init', id);
  const params = Object.fromEntries(
    getList(event, 'params').flatMap((param) => {
      const key = getText(param, 'key');
      return key && param.value !== undefined ? [[key, param.value]] : [];
    }),
  );
  if (type !== 'Custom') pixel('trackSingle', id, type, params);
  else if (getText(event, 'name')) pixel('trackSingleCustom', id, getText(event, 'name'), params);
}

function startAnalytics(id: string): void {
  page.dataLayer ??= [];
  const { dataLayer } = page;
  if (!page.gtag) {
    // Google's script reads `arguments` objects only.
    page.gtag = function gtag() {
      // biome-ignore lint/complexity/noArguments: see above
      dataLayer.push(arguments);
    };
    page.gtag('js', new Date());
  }
  page.gtag('config', id);
  addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
}

/** Meta's script takes over what has been queued before it was loaded. */
function startPixel(): Pixel {
  if (page.fbq) return page.fbq;
  const pixel: Pixel = Object.assign(
    (...args: unknown[]) => {
      if (pixel.callMethod) pixel.callMethod(...args);
      else pixel.queue.push(args);
    },
    { queue: [] as unknown[][], push: undefined as unknown, loaded: true, version: '2.0' },
  );
  pixel.push = pixel;
  page.fbq = pixel;
  page._fbq ??= pixel;
  addScript('https://connect.facebook.net/en_US/fbevents.js');
  return pixel;
}

/** Adds an author's code for the page's head. Markup that is parsed runs no script, so scripts are added anew. */
function injectCode(code: string): void {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: code });
  const report = (error: unknown) => consoleNote(`The bot's code for the page's head failed: ${error}`);
  runHeadScripts(() => {
    for (const node of [...content.children]) {
      if (node instanceof HTMLScriptElement) addHeadScript(node, report);
      // Here, scripts run: what stands in for them would be loaded besides.
      else if (node.localName !== 'noscript') document.head.append(node);
    }
  }, report);
}

function addHeadScript(node: HTMLScriptElement, report: (error: unknown) => void): void {
  if (node.src) {
    addScript(node.src);
    return;
  }
  const type = node.type.toLowerCase();
  if (type !== '' && type !== 'module' && !type.includes('javascript')) return;
  try {
    // The page's policy allows no inline scripts but evaluation, which client-side blocks need as well.
    // biome-ignore lint/security/noGlobalEval: the author's code is meant to run in the page
    globalThis.eval(node.text);
  } catch (error) {
    report(error);
  }
}

function addScript(src: string): void {
  if ([...document.scripts].some((script) => script.src === src)) return;
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}
