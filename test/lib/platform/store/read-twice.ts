import { getItem } from '#lib/platform/store/dynamodb.ts';
import { closeDynamoDbClient } from '#lib/platform/store/dynamodb-client.ts';
import { keys } from '#lib/platform/store/keys.ts';

/* A program, because Node reads NODE_EXTRA_CA_CERTS when it starts. It ends only if its connection is closed. */

for (let n = 0; n < 2; n++) {
  const item = await getItem(keys.session('any'));
  process.stdout.write(`${item?.id}\n`);
}
closeDynamoDbClient();
