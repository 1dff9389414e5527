import sanitizeHtml from 'sanitize-html';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function strip(text: string): string {
  const escaped = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} });
  return escaped.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string).trim();
}

/**
 * D4.11: a title or name as plain UTF-8: markup stripped, entities decoded. What comes out is left
 * alone when it comes in again, so that a record may be sent back as it was read.
 */
export function plainText(text: string): string {
  const plain = strip(text);
  return plain === text ? plain : plainText(plain);
}
