import type { LeftOutTests } from '#test/support/left-out-tests.ts';

/** What MiniStack cannot do, and the tests that need it. */
export const LEFT_OUT_TESTS: LeftOutTests[] = [
  {
    reason:
      'MiniStack decodes %2F before it looks for a route; API Gateway decodes path parameters afterwards.',
    tests: [
      // Does not apply if the body contains the id, as when a job is started.
      /^(?!POST \S*\/jobs )\w+ \S*\{\S* \(remote\) > 404 > .* id (with a slash|of two dots and a slash)$/,
      'POST /v1/bots/{publicId}/startChat (remote) > 404 > if the publicId is a path',
    ],
  },
  {
    reason: 'MiniStack ignores empty path segments.',
    tests: [
      'The gateway (remote) > 404 > returns 404 for /v1/bots//publishedBot, with or without a token',
      'The gateway (remote) > 404 > returns 404 for //v1/bots/a, with or without a token',
      'The gateway (remote) > 404 > returns 404 for /v1/bots/., whether or not the client resolves the dots',
    ],
  },
  {
    reason: 'MiniStack has no limits for the size of a request.',
    tests: [
      /^The gateway \(remote\) > 413 > /,
      /^POST \/v[12]\/sessions\/\{sessionId\}\/clientLogs \(remote\) > 413 > rejects a request larger than a function's payload limit$/,
    ],
  },
  {
    reason: 'MiniStack’s x-amzn-requestid is not the id that it gives the function.',
    tests: ['The gateway (remote) > every error > contains the unique request id of its header'],
  },
  {
    reason: 'MiniStack starts a process for each of fifty calls, which a slow machine does not do in time.',
    isUnstable: true,
    tests: [
      'PATCH /v1/bots/{botId} (remote) > 200 with a publicId > assigns it to one of fifty bots that request it concurrently',
    ],
  },
];
