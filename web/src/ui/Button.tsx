/*
 * <Button variant="primary|quiet|danger|text" small busy disabledReason onClick type>
 * Full width and 52 px high; `text` and `small` are as wide as their label and 44 px high. `busy` keeps the width, shows
 * a spinner and ignores clicks. `disabledReason` disables the button and describes it below. `buttonClass` and
 * `smallButtonClass` style a link the same way.
 */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Spinner } from './Spinner'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'text'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-m text-center font-semibold transition-[color,background-color,scale] duration-150 active:scale-[0.98] disabled:active:scale-100'

// If two classes set one property, the order in the style sheet decides. Each variant therefore sets its own sizes.
const LARGE = 'w-full min-h-[52px] px-5 py-3.5 text-[16px]'
const SMALL = 'min-h-11 px-4 py-2 text-[15px]'

const LOOK: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-pressed disabled:bg-sunken disabled:text-muted',
  quiet: 'bg-brand-soft text-brand hover:brightness-97 disabled:bg-sunken disabled:text-muted',
  danger: 'bg-bad-soft text-bad hover:brightness-97 disabled:opacity-60',
  text: 'text-brand hover:text-brand-pressed disabled:text-muted',
}

export function buttonClass(variant: ButtonVariant = 'primary', className = ''): string {
  const size = variant === 'text' ? 'min-h-11 px-2 py-2 text-[14px]' : LARGE
  return `${BASE} ${size} ${LOOK[variant]} ${className}`
}

/** A button as wide as its label and 44 px high, inside a card or a row. */
export function smallButtonClass(variant: ButtonVariant = 'primary', className = ''): string {
  return `${BASE} ${SMALL} ${LOOK[variant]} ${className}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  small?: boolean
  busy?: boolean
  disabledReason?: ReactNode
  className?: string
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', small = false, busy = false, disabledReason, className, ...others } = props
  const { children, disabled, onClick, ...rest } = others
  const id = useId()
  const button = (
    <button
      type="button"
      {...rest}
      className={(small ? smallButtonClass : buttonClass)(variant, className)}
      disabled={disabled || Boolean(disabledReason)}
      // Stays focusable while busy, so that keyboard users keep their place.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? id : rest['aria-describedby']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
  if (!disabledReason) return button
  return (
    <div className="grid gap-2">
      {button}
      <p id={id} className="text-center text-[13px] text-muted">
        {disabledReason}
      </p>
    </div>
  )
}
