import { z } from 'zod';

/** D9.5: what every refusal answers. */
export const ErrorPayload = z.object({
  code: z.string(),
  message: z.string(),
  data: z.object({
    status: z.int(),
    params: z.xor([z.array(z.string()), z.record(z.string(), z.string())]).optional(),
    details: z.array(z.unknown()).optional(),
    term_id: z.int().optional(),
  }),
});
export type ErrorPayload = z.infer<typeof ErrorPayload>;
