import { emptyCalendar } from './empty';

/** Every test file begins with an empty calendar. */
beforeAll(emptyCalendar);
