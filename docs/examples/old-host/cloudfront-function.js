// For a distribution with the host name of Typebot's viewer as an alias and the old viewer as its origin: a function of
// the event viewer-request, runtime cloudfront-js-2.0. Links to bots lead to the new site, and calls below /api/ still
// reach the origin. Once chats there have ended, make ChatUrl's host the origin, with the origin request policy
// AllViewerExceptHostHeader.

const BOTS_SITE = 'https://bots.example.com';

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function of this name
function handler(event) {
  const request = event.request;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.uri.startsWith('/api/')) return request;
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: { location: { value: `${BOTS_SITE}${request.uri}${writeQuery(request.querystring)}` } },
  };
}

// CloudFront passes names and values still encoded.
function writeQuery(querystring) {
  const parts = Object.keys(querystring).flatMap((name) => {
    const values = querystring[name].multiValue || [querystring[name]];
    return values.map((entry) => (entry.value === '' ? name : `${name}=${entry.value}`));
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
