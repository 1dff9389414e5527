import { Modal } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useDirection } from '../direction';
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
}

/** A dialog above the agenda, in the direction of the admin's language; a key, a click outside or its cross close it. */
export function AgendaDialog({ title, open, onClose, children, footer }: Props) {
  const text = useText();
  const direction = useDirection();
  return (
    <Modal.Root open={open} onOpenChange={(opened) => !opened && onClose()}>
      <Modal.Content dir={direction} aria-describedby={undefined}>
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
