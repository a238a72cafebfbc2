import { describeSingleFaults } from '#test/support/single-faults.ts';

describeSingleFaults('bots in parts');
