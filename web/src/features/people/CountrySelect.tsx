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
  /** Whether it is where somebody lives: then only a country whose residents are served can be chosen. */
  isResidence?: boolean
}

/** A country in the reader's language; its code where nobody has a name for it. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}

/**
 * Countries by their names in the person's language; what only the sandbox knows has a name of its own, and a country whose
 * residents are not served stays in the list, with the reason.
 */
export function CountrySelect({ label, value, onChange, error, isResidence = false }: CountrySelectProps) {
  const { t, i18n } = useLingui()
  const countries = useQuery(countriesQuery)
  const played: Record<string, string> = {
    XE: t`Test country of the EEA`,
    XN: t`Test country outside the EEA`,
    ZZ: t`Test country that is forbidden`,
  }
  const listed = useMemo(() => {
    const named = countries.data?.map((one) => ({ ...one, name: countryName(one.code, i18n.locale) })) ?? []
    return named.sort((one, other) => one.name.localeCompare(other.name, i18n.locale))
  }, [countries.data, i18n.locale])
  return (
    <Select label={label ?? t`Country of residence`} value={value} onChange={onChange} error={error}>
      <option value="">{t`Choose`}</option>
      {listed.map(({ code, name, is_allowed }) => {
        // What the sandbox plays can be chosen all the same: that is how its refusal is tried.
        const refused = isResidence && !is_allowed && !played[code]
        return (
          <option key={code} value={code} disabled={refused}>
            {refused ? t`${name} (not available)` : (played[code] ?? name)}
          </option>
        )
      })}
    </Select>
  )
}
