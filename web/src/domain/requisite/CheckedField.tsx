import { Trans, useLingui } from '@lingui/react/macro'
import { Check as Tick } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { TextField } from '../../ui/TextField'
import { useRequisiteWords } from './requisiteWords'
import type { Check } from '../useRequisiteCheck'

type CheckedFieldProps = {
  label: string
  name: string
  value: string
  onChange: (text: string) => void
  check: Check
  currency: string
  /** The form was submitted: an empty field is now an error. */
  tried: boolean
  hint?: ReactNode
  autoComplete?: string
}

/** Enter sends the form, as in a field of one line. */
const sendOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** An address or IBAN field that shows the server's validation while typing. It grows, so that all of it can be read. */
export function CheckedField(props: CheckedFieldProps) {
  const { label, name, value, onChange, check, currency, tried, hint, autoComplete = 'off' } = props
  const { t } = useLingui()
  const words = useRequisiteWords()
  const error =
    check.state === 'invalid'
      ? words(check.code, check.message, currency)
      : check.state === 'empty' && tried
        ? t`Field is required`
        : undefined
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      onChange={(text) => onChange(text.replace(/[\r\n]+/g, ''))}
      onKeyDown={sendOnEnter}
      as="textarea"
      // For browsers whose fields do not grow by themselves.
      rows={value.length > 30 ? 2 : 1}
      className="field-sizing-content block h-auto! min-h-7 resize-none wrap-anywhere"
      error={error}
      hint={hint}
      autoComplete={autoComplete}
      autoCapitalize="off"
      spellCheck={false}
      mono
      trailing={
        <span className="text-[13px]" role="status">
          {check.state === 'valid' ? (
            <span className="inline-flex items-center gap-1 text-ok">
              <Tick size={15} aria-hidden="true" />
              <Trans>valid</Trans>
            </span>
          ) : null}
          {check.state === 'checking' ? (
            <span className="text-muted">
              <Trans>checking…</Trans>
            </span>
          ) : null}
        </span>
      }
    />
  )
}
