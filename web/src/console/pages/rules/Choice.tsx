import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Select } from '../../../ui/Select'

type ChoiceProps<T extends string> = {
  label: ReactNode
  value: T | undefined
  all: readonly T[]
  nameOf?: (one: T) => string
  onChange: (one: T | undefined) => void
}

/** A condition with one of a few values, or with any. */
export function Choice<T extends string>({ label, value, all, nameOf = (one) => one, onChange }: ChoiceProps<T>) {
  const { t } = useLingui()
  return (
    <Select label={label} value={value ?? ''} onChange={(code) => onChange(all.find((one) => one === code))}>
      <option value="">{t`Any`}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </Select>
  )
}
