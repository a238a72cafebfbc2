import { describeFuzz } from '#test/support/fuzz/fuzz-suite.ts';
import { fuzzedTogether } from '#test/support/fuzz/operations.ts';

describeFuzz('what writes bots and their results', fuzzedTogether.writingBots);
