/** Written by the build of the sites: the fields of each type of block, by the type's name. */
declare module 'virtual:block-forms' {
  const forms: Readonly<Record<string, import('#apps/sites/form-node.ts').FieldNodes>>;
  // biome-ignore lint/style/noDefaultExport: bundlers give JSON modules a default export
  export default forms;
}

/** Written by the build of the sites: the fields of theme and settings. */
declare module 'virtual:document-forms' {
  const forms: Readonly<
    Record<
      import('#lib/bots/document/options/document-options.ts').DescribedPart,
      import('#apps/sites/form-node.ts').FieldNodes
    >
  >;
  // biome-ignore lint/style/noDefaultExport: bundlers give JSON modules a default export
  export default forms;
}

/** Written by the build of the sites: a data URL of the picture of each template, by its id. */
declare module 'virtual:template-pictures' {
  const pictures: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: bundlers give JSON modules a default export
  export default pictures;
}
