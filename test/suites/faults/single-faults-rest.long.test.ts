import { describeSingleFaults } from '#test/support/single-faults.ts';

describeSingleFaults('everything else');
