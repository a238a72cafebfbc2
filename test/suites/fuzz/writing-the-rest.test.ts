import { describeFuzz } from '#test/support/fuzz/fuzz-suite.ts';
import { fuzzedTogether } from '#test/support/fuzz/operations.ts';

describeFuzz('what writes anything else', fuzzedTogether.writingTheRest);
