import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

export const REASON_MIN = 8

type ReasonFieldProps = { value: string; onChange: (text: string) => void; problem: string | undefined }

/** The reason of an action, which the audit log keeps. */
export function ReasonField({ value, onChange, problem }: ReasonFieldProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        {t`Reason (kept in the audit log)`}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`rounded-m border bg-surface px-4 py-2.5 text-[16px] outline-none focus:border-brand ${problem ? 'border-bad' : 'border-edge/60'}`}
      />
      <p id={`${id}-note`} role="alert" className="text-[13px] text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
