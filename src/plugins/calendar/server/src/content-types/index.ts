import category from './category/schema.json';
import event from './event/schema.json';
import organizer from './organizer/schema.json';
import tag from './tag/schema.json';
import venue from './venue/schema.json';

export const contentTypes = {
  event: { schema: event },
  venue: { schema: venue },
  organizer: { schema: organizer },
  category: { schema: category },
  tag: { schema: tag },
};
