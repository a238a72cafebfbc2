/**
 * Returns the paths of the scripts of bots' pages, the entry first. They are part of the site, whose build names them
 * by their hash. Undefined if the service is deployed without the sites.
 */
export function getPageScripts(): string[] | undefined {
  const scripts = process.env.BOT_PAGE_SCRIPTS?.split(' ').filter(Boolean) ?? [];
  return scripts.length === 0 ? undefined : scripts;
}
