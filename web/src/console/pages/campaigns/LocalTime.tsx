import { TextField } from '../../../ui/TextField'

type LocalTimeProps = {
  label: string
  hint?: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A date and a time by the tenant's clock, without a zone. Empty for no bound. */
export function LocalTime({ label, hint, value, error, onChange }: LocalTimeProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="datetime-local"
      value={value}
      max="2999-12-31T23:59"
      error={error}
      // Some browsers add seconds.
      onChange={(text) => onChange(text.slice(0, 16))}
    />
  )
}
