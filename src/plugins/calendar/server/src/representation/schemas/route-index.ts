import { anyObject, keyed, list, object, ref, text, uri } from './words';

const link = list(object({ href: uri }));

/** Methods that take the same arguments, each of which is a JSON Schema. */
export const Endpoint = object({ methods: list(text), args: keyed(anyObject) });

export const Route = object(
  {
    namespace: text,
    methods: list(text),
    endpoints: list(ref('Endpoint')),
    _links: object({ self: link }),
  },
  ['_links'],
);

/** Spec 4.1 `GET /`. */
export const Routes = object({
  namespace: text,
  routes: keyed(ref('Route')),
  _links: object({ up: link }),
});
