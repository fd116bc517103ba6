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
  /** For a country of residence: only served countries can be selected. */
  isResidence?: boolean
}

/** The country's name in the current language, or its code without a name. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
}

/** User-assigned codes that only a sandbox has. */
const PLAYED: ReadonlySet<string> = new Set(['XE', 'XN', 'ZZ'])

/**
 * Countries by their names in the current language. A country that is not served stays in the list with the reason. The
 * sandbox's countries are at the end.
 */
export function CountrySelect({ label, value, onChange, error, isResidence = false }: CountrySelectProps) {
  const { t, i18n } = useLingui()
  const countries = useQuery(countriesQuery)
  const played: Record<string, string> = {
    XE: t`Test country in the EEA`,
    XN: t`Test country outside the EEA`,
    ZZ: t`Test country that is not served`,
  }
  const { real, invented } = useMemo(() => {
    const named = countries.data?.map((one) => ({ ...one, name: countryName(one.code, i18n.locale) })) ?? []
    named.sort((one, other) => one.name.localeCompare(other.name, i18n.locale))
    const isInvented = ({ code }: { code: string }) => PLAYED.has(code)
    return { real: named.filter((one) => !isInvented(one)), invented: named.filter(isInvented) }
  }, [countries.data, i18n.locale])
  return (
    <Select label={label ?? t`Country of residence`} value={value} onChange={onChange} error={error}>
      <option value="">{t`Choose`}</option>
      {real.map(({ code, name, is_allowed }) => {
        const refused = isResidence && !is_allowed
        return (
          <option key={code} value={code} disabled={refused}>
            {refused ? t`${name} (not available)` : name}
          </option>
        )
      })}
      {invented.length > 0 ? (
        <optgroup label={t`For trying out (sandbox)`}>
          {/* The sandbox allows the unserved country, to test its refusal. */}
          {invented.map(({ code, name }) => (
            <option key={code} value={code}>
              {played[code] ?? name}
            </option>
          ))}
        </optgroup>
      ) : null}
    </Select>
  )
}
