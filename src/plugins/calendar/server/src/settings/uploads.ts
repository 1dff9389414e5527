/** Bytes of one request to the media library, and so of a file. */
export const LARGEST_UPLOAD = 200 * 1024 * 1024;

/** What the media library may hold, by the names that Strapi's own detection knows. */
export const UPLOAD_TYPES = [
  ...['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'],
  ...['application/pdf', 'application/ogg', 'audio/*', 'video/*'],
];
