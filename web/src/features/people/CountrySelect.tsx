import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countriesQuery } from './queries'
import { Select } from '../../ui/Select'

type CountrySelectProps = {
  label?: string
  value: string
  onChange: (code: string) => void
  error?: string | undefined
}

/** Countries by their names in the person's language; what only the sandbox knows has a name of its own. */
export function CountrySelect({ label, value, onChange, error }: CountrySelectProps) {
  const { t, i18n } = useLingui()
  const countries = useQuery(countriesQuery)
  const played: Record<string, string> = {
    XE: t`Test country of the EEA`,
    XN: t`Test country outside the EEA`,
    ZZ: t`Test country that is forbidden`,
  }
  const listed = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.locale], { type: 'region' })
    const named = countries.data?.map(({ code }) => ({ code, name: names.of(code) ?? code })) ?? []
    return named.sort((one, other) => one.name.localeCompare(other.name, i18n.locale))
  }, [countries.data, i18n.locale])
  return (
    <Select label={label ?? t`Country of residence`} value={value} onChange={onChange} error={error}>
      <option value="">{t`Choose`}</option>
      {listed.map(({ code, name }) => (
        <option key={code} value={code}>
          {played[code] ?? name}
        </option>
      ))}
    </Select>
  )
}
