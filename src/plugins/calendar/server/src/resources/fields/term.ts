import { type Fields, required } from '../../kinds/kind';
import { oneReference } from '../../kinds/number';
import { color, inlineHtml, name, slug } from '../../kinds/text/text';

/** Spec 2. */
export const tagFields = {
  name: required(name),
  description: inlineHtml,
  slug,
} satisfies Fields;

/** Spec 2, and the extra of D4.7. */
export const categoryFields = { ...tagFields, parent: oneReference, color } satisfies Fields;
