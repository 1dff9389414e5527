import { type RecordType, uidOf } from '../settings/record-types';

type AdminRequest = {
  params: { type: RecordType };
  state: { userAbility: { can: (action: string, subject: string) => boolean } };
};

/** D4.5: lets through who may read the type named in the path in the content manager; 403 otherwise. */
export const mayReadType = ({ params, state }: AdminRequest) =>
  state.userAbility.can('plugin::content-manager.explorer.read', uidOf(params.type));
