/*
 * <OtpInput label value onChange={(code) => …} onComplete={(code) => …} error busy letters />
 * One real input under six drawn cells: paste, autofill and screen readers work as in any field. No time limit.
 * `letters` opens the letter keyboard for codes that contain letters.
 */
import { type ReactNode, useId } from 'react'
import { codeLength, codeText, LONG_CODE_LENGTH } from './otp'

type OtpInputProps = {
  label: ReactNode
  value: string
  onChange: (code: string) => void
  onComplete: (code: string) => void
  error?: ReactNode
  busy?: boolean
  letters?: boolean
}

export function OtpInput({ label, value, onChange, onComplete, error, busy = false, letters = false }: OtpInputProps) {
  const id = useId()
  const length = letters ? LONG_CODE_LENGTH : codeLength(value)
  const cells = Array.from({ length }, (_, place) => place)
  const type = (text: string) => {
    const code = codeText(text)
    onChange(code)
    if (code.length === codeLength(code) && code !== value) onComplete(code)
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-[13px] text-muted">
        {label}
      </label>
      <div className="group relative">
        <div className="grid auto-cols-fr grid-flow-col gap-1.5 desk:gap-2" aria-hidden="true">
          {cells.map((place) => (
            <span
              key={place}
              className={`grid h-14 place-items-center rounded-m border text-[24px] font-semibold ${cellEdge(place === Math.min(value.length, length - 1), Boolean(error))} ${busy ? 'text-muted' : ''}`}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
        <input
          id={id}
          className="absolute inset-0 size-full cursor-text rounded-m bg-transparent text-[24px] text-transparent caret-transparent outline-offset-4"
          value={value}
          onChange={(event) => type(event.target.value)}
          inputMode={letters ? 'text' : 'numeric'}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          spellCheck={false}
          readOnly={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing on this step, and the step was asked for.
          autoFocus
        />
      </div>
      <p id={`${id}-note`} role="alert" className="text-[13px] text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}

function cellEdge(next: boolean, wrong: boolean): string {
  if (wrong) return 'border-bad bg-bad-soft'
  return next
    ? 'border-edge/60 bg-surface group-focus-within:border-brand group-focus-within:shadow-[inset_0_0_0_1px_var(--brand)]'
    : 'border-edge/60 bg-surface'
}
