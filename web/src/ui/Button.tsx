/*
 * <Button variant="primary|quiet|danger|text" busy disabledReason onClick type>
 * Full width and 52 px high; `text` is as wide as its label and 44 px high. `busy` keeps the width, shows a spinner and
 * ignores clicks. `disabledReason` disables the button and describes it below. `buttonClass` styles a link the same
 * way.
 */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Spinner } from './Spinner'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'text'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-m text-center font-semibold transition-colors duration-150'

// If two classes set one property, the order in the style sheet decides. Each variant therefore sets its own sizes.
const LARGE = 'w-full min-h-[52px] px-5 py-3.5 text-[16px]'

const LOOK: Record<ButtonVariant, string> = {
  primary: `${LARGE} bg-brand text-on-brand hover:bg-brand-pressed disabled:bg-brand-disabled disabled:text-text/60`,
  quiet: `${LARGE} bg-sunken text-text hover:bg-line disabled:text-muted`,
  danger: `${LARGE} bg-bad-soft text-bad hover:brightness-95 disabled:opacity-60`,
  text: 'min-h-11 px-2 py-2 text-[14px] text-brand hover:text-brand-pressed disabled:text-muted',
}

export function buttonClass(variant: ButtonVariant = 'primary', className = ''): string {
  return `${BASE} ${LOOK[variant]} ${className}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  busy?: boolean
  disabledReason?: ReactNode
  className?: string
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', busy = false, disabledReason, className, children, disabled, onClick, ...rest } = props
  const id = useId()
  const button = (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
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
