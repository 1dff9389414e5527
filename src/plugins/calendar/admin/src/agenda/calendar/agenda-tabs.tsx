import { Flex, LinkButton } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { useText } from '../../use-text';
import { TABS, tabOf, toTab } from './calendar-address';

/** The list, the week and the month: the same events, with the same filters. */
export function AgendaTabs({ address }: { address: URLSearchParams }) {
  const text = useText();
  const current = tabOf(address);
  return (
    <Flex tag="nav" aria-label={text('agenda.tabs')} gap={2} wrap="wrap">
      {TABS.map((tab) => (
        <LinkButton
          key={tab}
          tag={Link}
          size="S"
          variant={tab === current ? 'default' : 'tertiary'}
          aria-current={tab === current ? 'page' : undefined}
          to={`?${toTab(address, tab)}`}
        >
          {text(`agenda.tab.${tab}`)}
        </LinkButton>
      ))}
    </Flex>
  );
}
