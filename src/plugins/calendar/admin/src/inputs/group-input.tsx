import { Button, Flex, Typography } from '@strapi/design-system';
import { CaretDown, CaretUp } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import { createGlobalStyle } from 'styled-components';
import { useDirection } from '../direction';
import { type TextKey, useText } from '../use-text';
import type { InputProps } from './input-props';

/** Hides the rows after the heading's own, which Strapi renders. */
const Closed = createGlobalStyle`
  div:has(> div > [data-calendar-group='closed']) ~ div {
    display: none;
  }
`;

type Errors = Record<string, unknown>;

/** As Strapi does before the group is open, when the field cannot take the focus. */
function focusFirstFault(form: Element | null | undefined) {
  const fault = form?.querySelector('[data-strapi-field-error]');
  form?.querySelector<HTMLElement>(`[aria-describedby~="${fault?.id}"]`)?.focus();
}

/** A heading of a group of fields. "More" is collapsed until it is opened or one of its fields has an error. */
export default function GroupInput({ attribute }: InputProps) {
  const text = useText();
  const direction = useDirection();
  const { group = '', fields = [] } = attribute.options ?? {};
  const [open, setOpen] = useState(false);
  const errors = useForm<Errors>('GroupInput', (form) => form.errors as Errors);
  const faulty = fields.some((field) => errors[field]);
  const words = text(`group.${group}` as TextKey);
  const heading = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);

  useEffect(() => {
    if (!faulty || open) return;
    isOpened.current = true;
    setOpen(true);
  }, [faulty]);
  useEffect(() => {
    if (isOpened.current && open) focusFirstFault(heading.current?.closest('form'));
    isOpened.current = false;
  }, [open]);

  if (group !== 'more') {
    return (
      <Typography tag="h2" variant="delta" dir={direction}>
        {words}
      </Typography>
    );
  }
  return (
    <Flex ref={heading} dir={direction} data-calendar-group={open ? 'open' : 'closed'}>
      <Closed />
      <Button
        variant="tertiary"
        aria-expanded={open}
        endIcon={open ? <CaretUp aria-hidden /> : <CaretDown aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {words}
      </Button>
    </Flex>
  );
}
