import { Box, Button, Checkbox, Flex, Typography } from '@strapi/design-system';
import type { MessageType } from '../../../server/src/settings/webhooks';
import english from '../translations/en.json';
import { type TextKey, useText } from '../use-text';

const isText = (key: string): key is TextKey => Object.hasOwn(english, key);

/** `event.published` → `event`, `published`. */
const partsOf = (name: string) => name.split('.') as [type: string, happened: string];

/** Functions that translate message names; the untranslated name if there is no translation. */
export function useMessageName() {
  const text = useText();
  const said = (kind: string, word: string) => {
    const key = `webhooks.${kind}.${word}`;
    return isText(key) ? text(key) : word;
  };
  return {
    typeName: (type: string) => said('type', type),
    happenedName: (happened: string) => said('happened', happened),
    messageName: (name: string) => {
      const [type, happened] = partsOf(name);
      return `${said('type', type)}: ${said('happened', happened)}`;
    },
  };
}

interface Props {
  /** All message names. */
  types: MessageType[];
  chosen: MessageType[];
  onChange: (chosen: MessageType[]) => void;
}

/** Checkboxes for the messages of a webhook, grouped by type of record. */
export function MessageChoice({ types, chosen, onChange }: Props) {
  const text = useText();
  const { typeName, happenedName } = useMessageName();
  const groups = [...new Set(types.map((name) => partsOf(name)[0]))];
  const put = (names: MessageType[], on: boolean) =>
    onChange(types.filter((name) => (names.includes(name) ? on : chosen.includes(name))));
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {groups.map((type) => {
        const names = types.filter((name) => partsOf(name)[0] === type);
        return (
          <Box key={type} role="group" aria-labelledby={`webhook-${type}`}>
            <Flex justifyContent="space-between" gap={2} wrap="wrap" paddingBottom={2}>
              <Typography id={`webhook-${type}`} fontWeight="bold">
                {typeName(type)}
              </Typography>
              <Flex gap={2}>
                {([true, false] as const).map((on) => (
                  <Button
                    key={String(on)}
                    size="S"
                    variant="tertiary"
                    aria-label={text(on ? 'webhooks.all-of' : 'webhooks.none-of', {
                      type: typeName(type),
                    })}
                    onClick={() => put(names, on)}
                  >
                    {text(on ? 'webhooks.all' : 'webhooks.none')}
                  </Button>
                ))}
              </Flex>
            </Flex>
            <Flex gap={4} wrap="wrap">
              {names.map((name) => (
                <Checkbox
                  key={name}
                  checked={chosen.includes(name)}
                  onCheckedChange={(on) => put([name], on === true)}
                >
                  {happenedName(partsOf(name)[1])}
                </Checkbox>
              ))}
            </Flex>
          </Box>
        );
      })}
    </Flex>
  );
}
