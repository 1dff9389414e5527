import { z } from 'zod';
import { anyObject, text, uri } from './parts';

const link = z.array(z.object({ href: uri }));

/** Methods that take the same arguments, each of which is a JSON Schema. */
export const Endpoint = z.object({ methods: z.array(text), args: z.record(text, anyObject) });
export type Endpoint = z.infer<typeof Endpoint>;

export const Route = z.object({
  namespace: text,
  methods: z.array(text),
  endpoints: z.array(Endpoint),
  _links: z.object({ self: link }).optional(),
});
export type Route = z.infer<typeof Route>;

/** Spec 4.1 `GET /`. */
export const Routes = z.object({
  namespace: text,
  routes: z.record(text, Route),
  _links: z.object({ up: link }),
});
export type Routes = z.infer<typeof Routes>;
