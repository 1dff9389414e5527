import AreaInput from './inputs/area-input';
import ChoiceInput from './inputs/choice-input';
import DegreesInput from './inputs/degrees-input';
import GroupInput from './inputs/group-input';
import LineInput from './inputs/line-input';
import MediaInput from './inputs/media-input';
import MomentInput from './inputs/moment-input';
import SwitchInput from './inputs/switch-input';
import WhenInput from './inputs/when-input';

/** Inputs that replace Strapi's in forms, by the field type that `form-layout.ts` assigns. */
export const FORM_INPUTS = [
  { type: 'calendar-when', Component: WhenInput },
  { type: 'calendar-area', Component: AreaInput },
  { type: 'calendar-degrees', Component: DegreesInput },
  { type: 'calendar-line', Component: LineInput },
  { type: 'calendar-media', Component: MediaInput },
  { type: 'calendar-moment', Component: MomentInput },
  { type: 'calendar-switch', Component: SwitchInput },
  { type: 'calendar-choice', Component: ChoiceInput },
  { type: 'calendar-group', Component: GroupInput },
];
