/**
 * Velocity template that allows the request's origin if the operator listed it. A template is needed because
 * parameter mappings can only set constants, and browsers accept exactly one origin, the page's own.
 */
export function preflightTemplate(origins: readonly string[]): string {
  const isAllowed = origins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    // Header names are passed on as sent by the client; over HTTP/2, they are lower case.
    '#set($origin = $input.params().header.get("Origin"))',
    '#if(!$origin)#set($origin = $input.params().header.get("origin"))#end',
    `#if(${isAllowed})#set($context.responseOverride.header["access-control-allow-origin"] = $origin)#end`,
  ].join('\n');
}
