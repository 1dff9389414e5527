import { Flex, Modal } from '@strapi/design-system';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react';
import { styled } from 'styled-components';
import { useDirection } from '../direction';
import { useFocusInPlace, useReturnFocus } from '../return-focus';
import { useText } from '../use-text';

/** Strapi's selects and scroll areas set `dir="ltr"` themselves. */
const RtlContent = styled.div`
  &[dir='rtl'] [dir='ltr']:not(input) {
    direction: rtl;
  }
`;

/** A dialog's buttons. One that is disabled while it works gets the focus back afterwards. */
export function DialogButtons({ children }: { children: ReactNode }) {
  const all = useRef<HTMLDivElement>(null);
  useFocusInPlace(all, 'button');
  return (
    <Flex ref={all} gap={4} justifyContent="space-between" width="100%">
      {children}
    </Flex>
  );
}

const CHOICES = '[role=option], [role=checkbox], [role=switch], [role=radio], label';

/** Keys that choose, those of an open list included. */
const CHOOSING = ['Enter', ' '];

const isChoice = ({ target }: SyntheticEvent) =>
  target instanceof Element && target.closest(CHOICES) !== null;

/**
 * Properties for a dialog's content by which a click beside it does not close it once something was typed or chosen,
 * also in a list that is drawn outside of it: React passes on its events as well.
 */
export function useKeepTyped(open = true) {
  const typed = useRef(false);
  useEffect(() => {
    if (open) typed.current = false;
  }, [open]);
  return {
    onInput: () => {
      typed.current = true;
    },
    // Before the list closes, which removes what was chosen.
    onPointerUpCapture: (event: PointerEvent) => {
      typed.current ||= isChoice(event);
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      typed.current ||= CHOOSING.includes(event.key) && isChoice(event);
    },
    onInteractOutside: (event: Event) => typed.current && event.preventDefault(),
  };
}

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Receives the focus on close when the element that opened the dialog no longer exists. */
  otherwise?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog in the direction of the admin's language; closed by Escape, its close button or, until something is
 * typed or chosen, a click outside.
 */
export function AgendaDialog({ title, open, onClose, children, footer, otherwise }: Props) {
  const text = useText();
  const direction = useDirection();
  const focus = useReturnFocus(open, otherwise);
  const keep = useKeepTyped(open);
  return (
    <Modal.Root open={open} onOpenChange={(opened) => !opened && onClose()}>
      <Modal.Content dir={direction} aria-describedby={undefined} {...focus} {...keep}>
        <Modal.Header closeLabel={text('dialog.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <RtlContent dir={direction}>{children}</RtlContent>
        </Modal.Body>
        {footer && (
          <Modal.Footer>
            <DialogButtons>{footer}</DialogButtons>
          </Modal.Footer>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
