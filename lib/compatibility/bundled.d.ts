declare module '#bundled/addresses' {
  export const addresses: readonly import('./compatible-address.ts').CompatibleAddress[];
}

declare module '#bundled/function' {
  export const handler: import('#lib/platform/http/pipeline.ts').EndpointHandler;
}
