import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Coins, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSaveSettings } from '../../api/saveSettings'
import { settingsQuery } from '../../api/settings'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { SelectRow } from '../../ui/SelectRow'
import { SwitchRow } from '../../ui/SwitchRow'
import { notify } from '../../ui/toast'
import { useCatalogue } from '../catalogue'

/** The rows of the main currency, and of small balances. `placeholder` stands there until the settings are known. */
export function MoneySettings({ placeholder = null }: { placeholder?: ReactNode }) {
  const settings = useQuery(settingsQuery)
  const catalogue = useCatalogue()
  const save = useSaveSettings(notify.failed)
  if (!settings.data) return placeholder
  const { main_currency, hide_small_balances } = settings.data
  const listed = catalogue.data?.currencies ?? []
  const known = listed.find(({ code }) => code === main_currency)
  return (
    <>
      <SelectRow
        glyph={<Coins size={20} strokeWidth={1.75} aria-hidden="true" />}
        label={<Trans>Main currency</Trans>}
        value={main_currency}
        shown={
          <>
            <CurrencyIcon code={main_currency} size={20} />
            {known?.name ?? main_currency}
          </>
        }
        onChange={(code) => save({ main_currency: code as typeof main_currency })}
      >
        {known ? null : <option value={main_currency}>{main_currency}</option>}
        {listed.map(({ code, name }) => (
          <option key={code} value={code}>
            {code === name ? code : `${code} · ${name}`}
          </option>
        ))}
      </SelectRow>
      <SwitchRow
        glyph={<EyeOff size={20} strokeWidth={1.75} aria-hidden="true" />}
        label={<Trans>Hide small balances</Trans>}
        checked={hide_small_balances}
        onChange={(hide) => save({ hide_small_balances: hide })}
      />
    </>
  )
}
