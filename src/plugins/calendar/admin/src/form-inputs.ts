import AreaInput from './inputs/area-input';
import ChoiceInput from './inputs/choice-input';
import GroupInput from './inputs/group-input';
import LineInput from './inputs/line-input';
import MediaInput from './inputs/media-input';
import MomentInput from './inputs/moment-input';
import SwitchInput from './inputs/switch-input';
import WhenInput from './inputs/when-input';

/** Inputs of ours that stand in forms where Strapi has its own, by the type that `form-layout.ts` gives a field. */
export const FORM_INPUTS = [
  { type: 'calendar-when', Component: WhenInput },
  { type: 'calendar-area', Component: AreaInput },
  { type: 'calendar-line', Component: LineInput },
  { type: 'calendar-media', Component: MediaInput },
  { type: 'calendar-moment', Component: MomentInput },
  { type: 'calendar-switch', Component: SwitchInput },
  { type: 'calendar-choice', Component: ChoiceInput },
  { type: 'calendar-group', Component: GroupInput },
];
