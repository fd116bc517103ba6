import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { countryName, isCountryCode } from './countries'

type AddCountryProps = { known: readonly string[]; onAdd: (code: string) => void }

/** Adds a country by its code. The name of a whole code is shown before it is added. */
export function AddCountry({ known, onAdd }: AddCountryProps) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCountryCode(code)) return setProblem(t`Enter the two letters of a country`)
    if (known.includes(code)) return setProblem(t`This country is already forbidden`)
    onAdd(code)
    setCode('')
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 desk:max-w-[420px]"
      noValidate
      onSubmit={submit}
    >
      <TextField
        label={t`Country code`}
        hint={isCountryCode(code) ? countryName(code, i18n.locale) : t`Two letters, such as CH`}
        value={code}
        onChange={(text) => {
          setCode(text.trim().toUpperCase())
          setProblem(undefined)
        }}
        error={problem}
        maxLength={2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" variant="quiet" small className="mt-3">
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}
