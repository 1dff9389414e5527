import { Modal } from '@strapi/design-system';
import type { ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { useDirection } from '../direction';
import { useReturnFocus } from '../return-focus';
import { useText } from '../use-text';

/** Strapi's selects, and what scrolls, are left to right unless they are told otherwise. */
const Turned = styled.div`
  &[dir='rtl'] [dir='ltr']:not(input) {
    direction: rtl;
  }
`;

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Where the focus goes when what had it is gone. */
  otherwise?: RefObject<HTMLElement | null>;
}

/** A dialog above the agenda, in the direction of the admin's language; a key, a click outside or its cross close it. */
export function AgendaDialog({ title, open, onClose, children, footer, otherwise }: Props) {
  const text = useText();
  const direction = useDirection();
  const focus = useReturnFocus(open, otherwise);
  return (
    <Modal.Root open={open} onOpenChange={(opened) => !opened && onClose()}>
      <Modal.Content dir={direction} aria-describedby={undefined} {...focus}>
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Turned dir={direction}>{children}</Turned>
        </Modal.Body>
        {footer && <Modal.Footer>{footer}</Modal.Footer>}
      </Modal.Content>
    </Modal.Root>
  );
}
