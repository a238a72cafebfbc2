import type {
  EmscriptenModuleLoader,
  EmscriptenModuleLoaderOptions,
  QuickJSEmscriptenModule,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { INITIAL_MEMORY_BYTES, MAX_MEMORY_BYTES } from './sandbox-limits.ts';

/** Node has it; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

/** The module that evaluations get. Each evaluation has a runtime of its own in it. */
let current: QuickJSWASMModule | undefined;
/** Replaces the current module when that has grown or broken and the caller cannot wait for another one. */
let spare: QuickJSWASMModule | undefined;
let loadingSpare: Promise<void> | undefined;
const broken = new WeakSet<QuickJSWASMModule>();

/**
 * Resolves to a module whose memory has not grown. Memory of WebAssembly never shrinks, so a module that has
 * grown is replaced. Evaluations that are still running in it finish, and then its memory is garbage. When
 * this resolves, there is also a spare, so that code still runs right after other code had to be killed.
 */
export async function loadQuickJs(): Promise<QuickJSWASMModule> {
  for (;;) {
    const module = readyQuickJs();
    if (module && spare && !hasGrown(module)) return module;
    await loadSpare();
  }
}

/** The module to use without waiting. It may have grown. Undefined if none is loaded. */
export function readyQuickJs(): QuickJSWASMModule | undefined {
  if (spare && (!current || hasGrown(current))) {
    current = spare;
    spare = undefined;
    prepareSpare();
  }
  return current;
}

/**
 * Takes a module out of use that was stopped in the middle of something, because its memory can be in any
 * state.
 */
export function discardQuickJs(module: QuickJSWASMModule): void {
  broken.add(module);
  if (current === module) current = undefined;
  if (spare === module) spare = undefined;
  prepareSpare();
}

/** Discards the module that evaluations get. */
export function discardCurrentQuickJs(): void {
  if (current) discardQuickJs(current);
}

/** Whether nothing in the module may be called any more. */
export function isBroken(module: QuickJSWASMModule): boolean {
  return broken.has(module);
}

/** Size of the module's memory. */
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
  // If it fails, whoever needs a module next tries again.
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
  // Otherwise everyone who makes it abort could write a line to the service's log.
  const emscriptenModule = { printErr: () => {} } as EmscriptenModuleLoaderOptions;
  return await newQuickJSWASMModuleFromVariant(
    withCheckedAllocations(newVariant(variant, { wasmMemory, emscriptenModule })),
  );
}

/**
 * The bindings write a text to whatever address `malloc` returns, even null. A text that does not fit would
 * overwrite the module's own data.
 */
function withCheckedAllocations(variant: QuickJSSyncVariant): QuickJSSyncVariant {
  return {
    ...variant,
    importModuleLoader: async () => {
      // The type allows a module that exports the loader; `newVariant` always makes the loader itself.
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
