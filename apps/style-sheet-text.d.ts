/** Style sheets of the bot's window, its pages and the embed are imported as text, for shadow roots. */
declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is what the bundler exports
  export default text;
}
