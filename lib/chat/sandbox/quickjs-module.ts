import type { QuickJSWASMModule } from 'quickjs-emscripten-core';

let loading: Promise<QuickJSWASMModule> | undefined;
let loaded: QuickJSWASMModule | undefined;

/** The JavaScript machine: loaded when it is first asked for, and then kept. Each evaluation gets a runtime of its own. */
export function loadQuickJs(): Promise<QuickJSWASMModule> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Undefined until it is loaded. */
export function loadedQuickJs(): QuickJSWASMModule | undefined {
  return loaded;
}

/** Replaces a machine that was ended in the middle of something: its memory can be in any state. */
export function discardQuickJs(module: QuickJSWASMModule): void {
  if (loaded !== module) return;
  loaded = undefined;
  loading = undefined;
  // Should it fail, the next who asks tries again.
  loadQuickJs().catch(() => {});
}

async function load(): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  loaded = await newQuickJSWASMModuleFromVariant(variant);
  return loaded;
}
