import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectInspector, type Inspector } from './inspector.ts';
import { end, type XDisplay } from './x-display.ts';

/** Debian's, which has a folder for each architecture and version, unless MINIBROWSER names another binary. */
export const MINI_BROWSER =
  process.env.MINIBROWSER ?? globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser').toSorted().at(-1);

/** Lets the window be as narrow as a phone: its toolbar has many buttons. */
const NARROW =
  'toolbar, headerbar, button, entry { min-width: 0; padding: 0; margin: 0 } toolbar { font-size: 1px }';

/** Playwright loses a page whose header asks for a process of its own. */
const FEATURES = '--features=-CrossOriginOpenerPolicy';

export type MiniBrowser = { inspector: Inspector; window: number; stop(): Promise<void> };

/** Starts WebKitGTK's own small browser without any data of others. */
export async function startMiniBrowser(display: XDisplay): Promise<MiniBrowser> {
  const home = mkdtempSync(path.join(tmpdir(), 'mini-browser-'));
  mkdirSync(path.join(home, 'gtk-3.0'));
  writeFileSync(path.join(home, 'gtk-3.0/gtk.css'), NARROW);
  const address = `127.0.0.1:${await findPort()}`;
  const before = new Set(await display.windows());
  const browser = spawn(MINI_BROWSER ?? '', ['--private', FEATURES, 'about:blank'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      // The C locale is what containers and services have.
      LANG: 'C.UTF-8',
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      XDG_RUNTIME_DIR: home,
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      DISPLAY: display.name,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      WEBKIT_INSPECTOR_HTTP_SERVER: address,
    },
  });
  const stop = async () => {
    await end(browser);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const inspector = await connectInspector(address);
    const window = await findLargest(
      display,
      (await display.windows()).filter((each) => !before.has(each)),
    );
    return { inspector, window, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Toolkits also have windows of a few pixels, for their own purposes. */
async function findLargest(display: XDisplay, windows: number[]): Promise<number> {
  const sizes = await Promise.all(
    windows.map(async (window) => ({ window, width: (await display.sizeOf(window)).width })),
  );
  const [largest] = sizes.toSorted((a, b) => b.width - a.width);
  if (!largest) throw new Error('WebKit has opened no window');
  return largest.window;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
