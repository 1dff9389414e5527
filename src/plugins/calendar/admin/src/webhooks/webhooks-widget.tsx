import { Flex, Link as TextLink, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { useDirection } from '../direction';
import { useText } from '../use-text';
import { useWebhooks } from './use-webhooks';

/** The home page's widget that lists switched-off webhooks, or says that all work. */
export function WebhooksWidget() {
  const text = useText();
  const direction = useDirection();
  const { listed, failed } = useWebhooks();
  if (failed) return <Widget.Error />;
  if (!listed) return <Widget.Loading />;
  const off = listed.results.filter(({ switched_off }) => switched_off);
  return (
    <Flex direction="column" alignItems="stretch" gap={3} dir={direction}>
      <TextLink tag={Link} to="/settings/calendar-webhooks">
        {text('webhooks.home.all', { count: listed.results.length })}
      </TextLink>
      {listed.results.length > 0 && off.length === 0 && (
        <Typography textColor="neutral600">{text('webhooks.home.well')}</Typography>
      )}
      {off.map(({ id, name, url }) => (
        <Typography key={id} textColor="danger700" style={{ overflowWrap: 'anywhere' }}>
          {text('webhooks.home.off', { name: name || url })}
        </Typography>
      ))}
    </Flex>
  );
}
