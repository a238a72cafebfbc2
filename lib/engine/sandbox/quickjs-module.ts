import type {
  EmscriptenModuleLoader,
  EmscriptenModuleLoaderOptions,
  QuickJSEmscriptenModule,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { INITIAL_MEMORY_BYTES, MAX_MEMORY_BYTES } from './sandbox-limits.ts';

/** Available in Node, but TypeScript declares it only for browsers. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

/** Module used for new evaluations, each of which creates its own runtime in it. */
let current: QuickJSWASMModule | undefined;
/** Replaces the current module if that has grown or broken and the caller cannot wait. */
let spare: QuickJSWASMModule | undefined;
let loadingSpare: Promise<void> | undefined;
const broken = new WeakSet<QuickJSWASMModule>();

/**
 * Resolves to a module whose memory has not grown. WebAssembly memory never shrinks, so modules that have
 * grown are replaced and garbage-collected once their evaluations finish. Also makes sure a spare is loaded,
 * so that code can run right after other code was killed.
 */
export async function loadQuickJs(): Promise<QuickJSWASMModule> {
  for (;;) {
    const module = readyQuickJs();
    if (module && spare && !hasGrown(module)) return module;
    await loadSpare();
  }
}

/** Returns a module synchronously, or undefined if none is loaded. Its memory may have grown. */
export function readyQuickJs(): QuickJSWASMModule | undefined {
  if (spare && (!current || hasGrown(current))) {
    current = spare;
    spare = undefined;
    prepareSpare();
  }
  return current;
}

/** Takes a module out of use after it was interrupted, because its memory may be corrupt. */
export function discardQuickJs(module: QuickJSWASMModule): void {
  broken.add(module);
  if (current === module) current = undefined;
  if (spare === module) spare = undefined;
  prepareSpare();
}

/** Discards the current module. */
export function discardCurrentQuickJs(): void {
  if (current) discardQuickJs(current);
}

/** Whether the module was discarded and must not be called again. */
export function isBroken(module: QuickJSWASMModule): boolean {
  return broken.has(module);
}

export function memoryBytes(module: QuickJSWASMModule): number {
  return module.getWasmMemory().buffer.byteLength;
}

function hasGrown(module: QuickJSWASMModule): boolean {
  return memoryBytes(module) > INITIAL_MEMORY_BYTES;
}

function loadSpare(): Promise<void> {
  loadingSpare ??= load()
    .then((module) => {
      spare = module;
    })
    .finally(() => {
      loadingSpare = undefined;
    });
  return loadingSpare;
}

function prepareSpare(): void {
  // On failure, the next caller retries.
  if (!spare) loadSpare().catch(() => {});
}

const WASM_PAGE_BYTES = 65_536;

async function load(): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  const wasmMemory = new WebAssembly.Memory({
    initial: INITIAL_MEMORY_BYTES / WASM_PAGE_BYTES,
    maximum: MAX_MEMORY_BYTES / WASM_PAGE_BYTES,
  });
  // Without this, any code that triggers an abort could write to the service's log.
  const emscriptenModule = { printErr: () => {} } as EmscriptenModuleLoaderOptions;
  return await newQuickJSWASMModuleFromVariant(
    withCheckedAllocations(newVariant(variant, { wasmMemory, emscriptenModule })),
  );
}

/**
 * The bindings write strings to whatever address `malloc` returns, even null. A failed allocation would
 * overwrite the module's own data.
 */
function withCheckedAllocations(variant: QuickJSSyncVariant): QuickJSSyncVariant {
  return {
    ...variant,
    importModuleLoader: async () => {
      // The type also allows a module that exports the loader, but `newVariant` always returns the loader
      // itself.
      const create = (await variant.importModuleLoader()) as EmscriptenModuleLoader<QuickJSEmscriptenModule>;
      return async () => checkAllocations(await create());
    },
  };
}

function checkAllocations(module: QuickJSEmscriptenModule): QuickJSEmscriptenModule {
  const malloc = module._malloc;
  module._malloc = (bytes) => {
    const address = malloc(bytes);
    if (address === 0) throw new RangeError('out of memory');
    return address;
  };
  return module;
}
