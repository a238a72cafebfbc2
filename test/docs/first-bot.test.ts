import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parseYaml } from '#apps/documents/parse-yaml.ts';
import { checkBot } from '#lib/bots/check-bot.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const read = (name: string) => readFileSync(path.join(DOCS, name), 'utf8');

it('the bot of the guide is as its schema says, and nothing is wrong with its flow', async () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(read('first-bot.md')) ?? [];
  const bot = (await parseYaml(yaml)) as JsonObject;
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(read('bot.schema.json')));
  validate(bot);
  expect(validate.errors).toBeNull();
  expect(checkBot(bot)).toEqual([]);
});

it('the guide names the line of its mistake', () => {
  const guide = read('first-bot.md');
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  const line = yaml.split('\n').findIndex((text) => text.includes('variableId: bread')) + 1;
  expect(guide).toContain(`\`bakery.yaml:${line}\``);
});
