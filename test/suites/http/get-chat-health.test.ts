import { describeHealth } from '#test/support/describe-health.ts';

describeHealth('chat');
