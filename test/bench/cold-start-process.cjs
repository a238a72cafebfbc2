// Loads one bundle and calls its handler once, in a fresh process like Lambda's, and prints the CPU time of
// both in milliseconds.
const { readFileSync } = require('node:fs');

const [bundle = '', eventFile] = process.argv.slice(2);
/** @param {NodeJS.CpuUsage} usage */
const milliseconds = ({ user, system }) => (user + system) / 1_000;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 20_000 };

async function run() {
  const event = eventFile && JSON.parse(readFileSync(eventFile, 'utf8'));
  const start = process.cpuUsage();
  const { handler } = require(bundle);
  const loadMs = milliseconds(process.cpuUsage(start));
  const response = event && (await handler(event, context));
  const answeredMs = milliseconds(process.cpuUsage(start));
  if (response && response.statusCode !== 200) throw new Error(JSON.stringify(response));
  process.stdout.write(JSON.stringify({ loadMs, answeredMs: response ? answeredMs : undefined }));
  process.exit(0);
}

run();
