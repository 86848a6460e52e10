import type { ComponentProps, SyntheticEvent } from 'react';

/** An input of one line. In one for a number, what is typed replaces what stands there: 2 for 1, never 21. */
export function Input(props: ComponentProps<'input'>) {
  const isNumber = props.inputMode === 'numeric' || props.inputMode === 'decimal';
  return <input {...(isNumber ? replacedWhenTyped : undefined)} {...props} />;
}

const select = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => currentTarget.select();

/** The field that the present press has focused: the press then puts the caret into it. */
let pressed: EventTarget | null = null;

/** All of it is selected with the focus, after the press that focuses, and after Enter, when it may say something else. */
const replacedWhenTyped: ComponentProps<'input'> = {
  onFocus: select,
  onMouseDown: ({ currentTarget }) => {
    pressed = document.activeElement === currentTarget ? null : currentTarget;
  },
  onClick: (event) => {
    if (pressed === event.currentTarget) select(event);
  },
  onKeyUp: (event) => {
    if (event.key === 'Enter') select(event);
  },
};
