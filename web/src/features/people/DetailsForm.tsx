import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { host } from '../../host/adapter'
import type { Broken, Code } from '../../rules/rules'
import { dateMask } from '../../rules/dates'
import { needsPostcode } from '../../rules/words'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { CountrySelect, countryName } from './CountrySelect'
import { askedOf, changeOf, type Details, detailsOf, type Field, fieldOf, type Problems, suggestedOf } from './details'
import { type UserInfo, useSaveUser } from './queries'
import { useRuleWords } from './words'

type DetailsFormProps = {
  user: UserInfo
  fields: readonly Field[]
  /** Fields verified by a document, which are read-only. */
  fixed?: readonly Field[]
  onSaved: () => void
  onForbidden: () => void
}

/** The declared personal data and home address. */
export function DetailsForm({ user, fields, fixed = [], onSaved, onForbidden }: DetailsFormProps) {
  const words = useRuleWords()
  const save = useSaveUser()
  const [details, setDetails] = useState(() => suggestedOf(user, host.widget.person))
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setRefusal(undefined)
    const open = fields.filter((field) => !fixed.includes(field))
    const judged = changeOf(details, open, detailsOf(user), new Date())
    if ('problems' in judged) return setProblems(judged.problems)
    try {
      await save.mutateAsync(judged.change)
      onSaved()
    } catch (error) {
      if (isApiError(error) && error.code === 'COUNTRY_NOT_ALLOWED') return onForbidden()
      const named = serverProblems(error)
      setProblems(named)
      if (Object.keys(named).length === 0) setRefusal(errorText(error))
    }
  }
  const of = (field: Field): FieldProps => ({
    field,
    value: details[field],
    error: problems[field] ? words(problems[field]) : undefined,
    disabled: fixed.includes(field),
    optional: field === 'postcode' && !needsPostcode(details.residence),
    onChange: (text) => {
      setDetails({ ...details, [field]: field === 'birth' ? dateMask(text) : text } satisfies Details)
      const { [field]: _fixed, ...rest } = problems
      setProblems(rest)
    },
  })
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {askedOf(details.residence, fields).map((field) => (
          <div key={field} className={field === 'street' ? 'sm:col-span-2' : ''}>
            <DetailField {...of(field)} />
          </div>
        ))}
      </div>
      {refusal ? <Notice tone="bad">{refusal}</Notice> : null}
      <Button type="submit" busy={save.isPending}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

function serverProblems(error: unknown): Problems {
  if (!isApiError(error)) return {}
  const named = error.fields.flatMap(({ pointer, code }) => {
    const field = fieldOf(pointer)
    return field ? [[field, { code: code as Code } satisfies Broken] as const] : []
  })
  return Object.fromEntries(named)
}

type FieldProps = {
  field: Field
  value: string
  error: string | undefined
  disabled: boolean
  optional: boolean
  onChange: (text: string) => void
}

function DetailField({ field, value, error, disabled, optional, onChange }: FieldProps) {
  const { t, i18n } = useLingui()
  const isCountry = field === 'residence'
  if (isCountry && !disabled) return <CountrySelect isResidence value={value} onChange={onChange} error={error} />
  const labels: Record<Field, string> = {
    first_name: t`First name`,
    last_name: t`Last name`,
    birth: t`Date of birth`,
    residence: t`Country of residence`,
    street: t`Street and house`,
    city: t`City`,
    postcode: t`Postal code`,
  }
  const fill = {
    first_name: 'given-name',
    last_name: 'family-name',
    birth: 'bday',
    residence: 'country',
    street: 'street-address',
    city: 'address-level2',
    postcode: 'postal-code',
  } as const
  const asked =
    field === 'birth' ? t`Day, month and year: dd/MM/yyyy` : optional ? t`If your address has one` : undefined
  return (
    <TextField
      label={labels[field]}
      value={isCountry && value ? countryName(value, i18n.locale) : value}
      onChange={onChange}
      error={error}
      hint={disabled ? t`Verified by a document` : asked}
      readOnly={disabled}
      autoComplete={field === 'birth' ? 'off' : fill[field]}
      inputMode={field === 'birth' ? 'numeric' : 'text'}
    />
  )
}
