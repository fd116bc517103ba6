/*
 * <TextField label value onChange={(text) => …} error hint trailing mono as …input attributes>
 * The label is inside the box above the text, `trailing` at its other end, so that the text has the full width. `error`
 * replaces `hint`, is announced, and is linked to the input.
 */
import { type ComponentProps, type ReactNode, useId } from 'react'

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  error?: ReactNode
  hint?: ReactNode
  trailing?: ReactNode
  mono?: boolean
  as?: 'input' | 'textarea'
  rows?: number
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onChange,
    error,
    hint,
    trailing,
    mono = false,
    className = '',
    id,
    as = 'input',
    ...rest
  } = props
  const Field = as as 'input'
  const own = useId()
  const inputId = id ?? own
  const noteId = `${inputId}-note`
  const edge = error ? 'border-bad' : 'border-edge/60 focus-within:border-brand'
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div
        className={`grid gap-0.5 rounded-m border bg-surface px-4 py-2.5 focus-within:shadow-[inset_0_0_0_1px_var(--brand)] ${edge}`}
      >
        <div className="flex items-baseline justify-between gap-3 text-[13px] text-muted">
          <label htmlFor={inputId}>{label}</label>
          {trailing ? <span className="max-w-3/4 shrink-0 text-right wrap-anywhere">{trailing}</span> : null}
        </div>
        <Field
          {...rest}
          id={inputId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          // 16 px keeps iOS from zooming into the field.
          className={`h-7 w-full min-w-0 bg-transparent text-[16px] outline-none placeholder:text-faint ${mono ? 'font-mono text-[15px]' : ''} ${className}`}
        />
      </div>
      <p
        id={noteId}
        role={error ? 'alert' : undefined}
        className={`px-4 text-[13px] wrap-anywhere empty:hidden ${error ? 'text-bad' : 'text-muted'}`}
      >
        {error ?? hint}
      </p>
    </div>
  )
}
